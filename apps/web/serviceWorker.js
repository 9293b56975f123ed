// Opens the portal without a connection: it keeps the files of this build and the last page, which holds no data of
// anybody. Calls never pass through here, so no reply is ever kept (docs/adr/0042-offline.md).
const assets = new Set(__ASSETS__);
const files = 'files-__VERSION__';
const page = 'page';
const app = new URL(self.location.href).searchParams.get('app');
// Of the addresses under the site's segment, those of the staff rooms are pages.
const ofServer = new RegExp(`^/(api|ga4gh|backend|healthz|readyz|${app}(?!/admin(?:/|$)))(/|$)`);

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(files).then((cache) => cache.addAll([...assets])));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name !== files && name !== page;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (assets.has(pathname)) event.respondWith(fromFiles(request));
  else if (request.mode === 'navigate' && !ofServer.test(pathname)) event.respondWith(openPage(event));
});

async function fromFiles(request) {
  return (await (await caches.open(files)).match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The page of the portal, with the policy it came with; without a connection the last one. */
async function openPage(event) {
  const cache = await caches.open(page);
  try {
    const reply = await fetch(event.request);
    const isHtml = reply.headers.get('content-type')?.startsWith('text/html') === true;
    const isPage = reply.ok && !reply.redirected && isHtml && reply.headers.has('content-security-policy');
    if (isPage) event.waitUntil(cache.put('/', reply.clone()));
    return reply;
  } catch (cause) {
    const kept = await cache.match('/', { ignoreVary: true });
    if (kept === undefined) throw cause;
    return kept;
  }
}
