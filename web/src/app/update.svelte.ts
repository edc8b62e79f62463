// The service worker: caches the client and says when the server has a newer one. On the home page, where
// nothing can be lost, it updates by itself; elsewhere it asks. Matches are saved after every decision.
import { router } from './route.svelte';

const LOOK_MS = 15 * 60_000;

class Update {
  ready = $state(false);
  #waiting: ServiceWorker | null = null;

  async start(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    let controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (controlled) location.reload();
      controlled = true; // the first one only starts caching
    });
    const registration = await navigator.serviceWorker.register('./service_worker.js');
    const look = () => {
      this.#waiting = registration.waiting;
      this.ready = registration.waiting !== null && navigator.serviceWorker.controller !== null;
      this.#renew();
    };
    look();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
    // A page may stay open for days.
    const ask = () => void registration.update().catch(() => undefined);
    setInterval(ask, LOOK_MS);
    addEventListener('online', ask);
    addEventListener('visibilitychange', () => (document.hidden ? this.#renew() : ask()));
    addEventListener('hashchange', () => this.#renew());
  }
  #renew(): void {
    if (this.ready && router.route.screen === 'home' && !document.querySelector('dialog[open]')) this.take();
  }
  take(): void {
    this.#waiting?.postMessage('take over');
  }
}
export const update = new Update();
