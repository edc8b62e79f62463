// Puts the words, figures and prints of a scene into a copy of a board's picture. Knows the contract of the board
// files (boards/README.md), not the games.
import type { Scene, Slot } from '../engine/types';
import type { Art } from './art';

const FONT = ['font-size', 'font-family', 'font-weight', 'font-variant', 'letter-spacing'];
/** Each measurement lays out the page; boards are filled again and again, always with the same words. */
let lengths: Map<string, number> | undefined;
function lengthOf(text: SVGTextElement): number {
  if (!lengths) {
    lengths = new Map();
    document.fonts.addEventListener('loadingdone', () => lengths?.clear());
  }
  const font = FONT.map((name) => text.closest(`[${name}]`)?.getAttribute(name) ?? '');
  const key = [text.textContent, text.getAttribute('class'), ...font].join('|');
  const known = lengths.get(key);
  if (known) return known;
  const length = measured(text, font);
  if (length > 0) lengths.set(key, length);
  return length;
}
/** Inside a symbol, or before display, there is no layout: then a copy is measured. */
function measured(text: SVGTextElement, font: string[]): number {
  const length = text.getComputedTextLength();
  const holder = document.querySelector('svg.symbols');
  if (length > 0 || !holder) return length;
  const copy = text.cloneNode(true) as SVGTextElement;
  FONT.forEach((name, i) => font[i] && copy.setAttribute(name, font[i]));
  holder.append(copy);
  const alone = copy.getComputedTextLength();
  copy.remove();
  return alone;
}

/** Longer words are squeezed into the room that the picture gives them. */
function squeeze(text: SVGTextElement): void {
  const room = Number(text.dataset['width']);
  text.removeAttribute('textLength');
  text.removeAttribute('lengthAdjust');
  if (!room || lengthOf(text) <= room) return;
  text.setAttribute('textLength', String(room));
  text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
}

/** The words of a text. If too long, its short form replaces them; where the picture allows two lines, a
 *  text too long for one is split near its middle. */
function write(text: SVGTextElement, told: string, short = told): void {
  text.textContent = told;
  squeeze(text);
  if (short !== told && text.hasAttribute('textLength')) return write(text, short);
  const far = (at: number) => Math.abs(2 * at + 1 - told.length);
  const gap = [...told.matchAll(/ /g)].map(({ index }) => index).sort((a, b) => far(a) - far(b))[0];
  if (text.dataset['lines'] !== '2' || !text.hasAttribute('textLength') || gap === undefined) return;
  const lines = [told.slice(0, gap + 1), told.slice(gap + 1)].map((line, i) => {
    const span = document.createElementNS('http://www.w3.org/2000/svg', 'tspan');
    span.setAttribute('x', text.getAttribute('x') ?? '0');
    span.setAttribute('dy', i ? '.95em' : '-.95em');
    text.textContent = span.textContent = line;
    squeeze(text);
    for (const name of ['textLength', 'lengthAdjust']) if (text.hasAttribute(name)) span.setAttribute(name, text.getAttribute(name)!);
    return span;
  });
  text.removeAttribute('textLength');
  text.removeAttribute('lengthAdjust');
  text.replaceChildren(...lines);
}

export function fillWords(picture: Element, word: (id: string) => string, short: (id: string) => string): void {
  for (const text of picture.querySelectorAll<SVGTextElement>('[data-msg]')) {
    const id = text.dataset['msg']!;
    write(text, word(id), short(id));
  }
}

/** Does a picture's condition hold? "slot": the scene has it; "slot:kind": a piece of the kind lies there;
 *  with "!" in front: it does not. Of several, all must hold. */
function holds(condition: string, known: ReadonlySet<string>): boolean {
  return condition.split(' ').every((one) => (one.startsWith('!') ? !known.has(one.slice(1)) : known.has(one)));
}

/** Figures, prints and words of the slots of one board (seat -1: the common one); parts not in this
 *  scene get a class. */
export function fillPrints(picture: Element, art: Art, scene: Scene, seat: number, word: (id: string) => string): void {
  const slots = new Map(scene.slots.filter((slot) => slot.seat === seat || slot.seat < 0).map((slot) => [slot.place, slot]));
  const lying = scene.pieces.map((piece) => ({ ...piece, slot: scene.slots[piece.slot]! })).filter((piece) => piece.slot.seat === seat || piece.slot.seat < 0);
  const known = new Set([...slots.keys(), ...lying.map(({ slot, kind }) => `${slot.place}:${kind}`)]);
  for (const element of picture.querySelectorAll<SVGElement>('[data-when]')) {
    element.classList.toggle('absent', !holds(element.dataset['when']!, known));
  }
  for (const element of picture.querySelectorAll<SVGElement>('[data-slot]')) {
    element.classList.toggle('unused', !slots.has(element.dataset['slot']!));
  }
  for (const text of picture.querySelectorAll<SVGTextElement>('[data-value]')) {
    const slot = slots.get(text.dataset['value']!);
    const figure = slot?.value === undefined ? '' : String(slot.value);
    if (slot && text.textContent !== figure) text.textContent = figure;
  }
  const put = (use: SVGUseElement, slot: Slot | undefined, print: string | undefined) => {
    const symbol = print && art.symbol(`print-${print}`);
    if (symbol && use.getAttribute('href') !== symbol) use.setAttribute('href', symbol);
    use.classList.toggle('absent', slot !== undefined && !symbol);
  };
  for (const use of picture.querySelectorAll<SVGUseElement>('[data-print]')) {
    const slot = slots.get(use.dataset['print']!);
    put(use, slot, slot?.print);
  }
  for (const use of picture.querySelectorAll<SVGUseElement>('[data-also]')) {
    const slot = slots.get(use.dataset['also']!);
    put(use, slot, slot?.also);
  }
  for (const text of picture.querySelectorAll<SVGTextElement>('[data-word]')) {
    const print = slots.get(text.dataset['word']!)?.print;
    const told = print ? word(print) : '';
    if (text.dataset['told'] === told) continue; // measuring is slow
    text.dataset['told'] = told;
    write(text, told);
  }
}
