// The settings of a person, kept in the browser. Without storage they last as long as the page.

export type Theme = 'auto' | 'light' | 'dark';
/** How fast the turns of the others are shown; `once`: not one after another. */
export type Speed = 'slow' | 'normal' | 'fast' | 'once';
export const speeds: readonly Speed[] = ['slow', 'normal', 'fast', 'once'];
/** When the coach speaks: never, before blunders, also before mistakes. */
export type CoachLevel = 'off' | 'blunders' | 'mistakes';
export const coachLevels: readonly CoachLevel[] = ['off', 'blunders', 'mistakes'];
interface Kept {
  lang: string;
  theme: Theme;
  sound: boolean;
  animate: boolean;
  speed: Speed;
  confirm: boolean;
  list: boolean;
  name: string;
  /** Level of bots chosen last. */
  level: string;
  /** On a touch screen the first touch explains and the second acts. */
  twice: boolean;
  /** System notification when it is one's turn and the page is hidden. */
  notify: boolean;
  coach: CoachLevel;
}
const defaults: Kept = { lang: '', theme: 'auto', sound: false, animate: true, speed: 'normal', confirm: true, list: false, name: '', level: '', twice: true, notify: false, coach: 'blunders' };

export function readKept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No storage: they hold until the page is closed.
  }
}

const readSettings = (): Kept => ({ ...defaults, ...readKept<Partial<Kept>>('casata.settings', {}) });

class Settings {
  #kept = $state<Kept>(readSettings());

  /** The stored settings were changed elsewhere. */
  reread(): void {
    this.#kept = readSettings();
  }
  #set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.#kept[key] = value;
    keep('casata.settings', this.#kept);
  }
  get lang() { return this.#kept.lang; }
  set lang(value) { this.#set('lang', value); }
  get theme() { return this.#kept.theme; }
  set theme(value) { this.#set('theme', value); }
  get sound() { return this.#kept.sound; }
  set sound(value) { this.#set('sound', value); }
  get animate() { return this.#kept.animate; }
  set animate(value) { this.#set('animate', value); }
  get speed() { return this.#kept.speed; }
  set speed(value) { this.#set('speed', value); }
  get confirm() { return this.#kept.confirm; }
  set confirm(value) { this.#set('confirm', value); }
  get list() { return this.#kept.list; }
  set list(value) { this.#set('list', value); }
  get name() { return this.#kept.name; }
  set name(value) { this.#set('name', value); }
  get level() { return this.#kept.level; }
  set level(value) { this.#set('level', value); }
  get twice() { return this.#kept.twice; }
  set twice(value) { this.#set('twice', value); }
  get notify() { return this.#kept.notify; }
  set notify(value) { this.#set('notify', value); }
  get coach() { return this.#kept.coach; }
  set coach(value) { this.#set('coach', value); }
}
export const settings = new Settings();

/** Do pieces move? Not if the system asks for reduced motion. */
export const animated = (): boolean => settings.animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
