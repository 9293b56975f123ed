import { once } from 'node:events';
import { createServer } from 'node:http';

export interface ServedPages {
  readonly url: string;
  close(): void;
}

/** Of a reply that was decoded on its way. */
const ofItsCoding = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

/** Serves the pages of a portal at an origin of their own, on a free port of `localhost`; it answers no calls. */
export async function servePages(portal: () => string): Promise<ServedPages> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (request.method !== 'GET' || /^\/(api|hub)\//.test(path)) {
      response.writeHead(404).end();
      return;
    }
    fetch(portal() + path, { headers: { accept: request.headers.accept ?? '*/*' } })
      .then(async (page) => {
        response.writeHead(
          page.status,
          Object.fromEntries([...page.headers].filter(([name]) => !ofItsCoding.has(name))),
        );
        response.end(Buffer.from(await page.arrayBuffer()));
      })
      .catch(() => response.writeHead(502).end());
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The pages have no port.');
  return {
    url: `http://localhost:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
