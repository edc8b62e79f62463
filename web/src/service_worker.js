// The service worker: keeps every file of one version, so that the table opens without a network. A new version
// waits until the page asks for it; then old files go. The build fills in the version and the list of files.
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const CACHE = `casata-${VERSION}`;
const root = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    const requests = ['./', ...FILES.filter((file) => file !== 'index.html')].map(
      (file) => new Request(new URL(file, root), { cache: 'reload' }),
    );
    await cache.addAll(requests);
  };
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('casata-') && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== root.origin) return;
  const path = url.pathname.slice(root.pathname.length);
  if (request.mode === 'navigate' && (path === '' || path === 'index.html')) {
    event.respondWith(caches.match(new URL('./', root), { cacheName: CACHE }).then((hit) => hit ?? fetch(request)));
  } else if (FILES.includes(path)) {
    event.respondWith(caches.match(url.href, { cacheName: CACHE }).then((hit) => hit ?? fetch(request)));
  }
});
