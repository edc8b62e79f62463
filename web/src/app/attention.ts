// Calls a person back to the table: the icon of the page, a badge on the installed app, a sound, a notification. Each
// only if the browser supports it and the person wants it.
import { t } from '../text/lang.svelte';
import { settings } from './settings.svelte';
import { ring } from './sound';

const link = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');
/** The page's icon has a mark while the person has to decide. */
export function markIcon(on: boolean): void {
  const icon = link();
  const href = on ? './icon_turn.svg' : './icon.svg';
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}

let shown: Notification[] = [];
function calm(): void {
  void navigator.clearAppBadge?.().catch(() => undefined);
  for (const note of shown) note.close();
  shown = [];
}
addEventListener('visibilitychange', () => {
  if (!document.hidden) calm();
});

/** It has become this person's turn. */
export async function callBack(where: string): Promise<void> {
  ring('turn');
  if (!document.hidden) return;
  void navigator.setAppBadge?.(1).catch(() => undefined);
  if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { body: t('web.notify_text'), tag: 'turn', icon: './icon.svg' };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker?.active) {
    await worker.showNotification(where, options);
    shown = await worker.getNotifications({ tag: 'turn' });
  } else shown = [new Notification(where, options)];
}

/** Asks for permission and turns notifications on; false: denied. */
export async function wantNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
