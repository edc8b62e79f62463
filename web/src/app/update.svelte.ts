// The service worker: keeps the client in the browser; says when a new version is there.

class Update {
  ready = $state(false);
  #waiting: ServiceWorker | null = null;

  async start(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    let reloading = false;
    const controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (!controlled || reloading) return;
      reloading = true;
      location.reload();
    });
    const registration = await navigator.serviceWorker.register('./service_worker.js');
    const look = () => {
      this.#waiting = registration.waiting;
      this.ready = registration.waiting !== null && navigator.serviceWorker.controller !== null;
    };
    look();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  }
  take(): void {
    this.#waiting?.postMessage('take over');
  }
}
export const update = new Update();
