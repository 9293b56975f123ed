import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** How late a call reaches the portal, and how late its reply reaches the page, at most. */
const maxMs = { call: 500, reply: 1000 };

/** Where the portal serves, and where the proxy is to listen; a free port if that is 0. */
interface Between {
  readonly portal: string;
  readonly port: number;
  readonly seed: number;
}

export interface SlowProxy {
  readonly url: string;
  close(): void;
}

/** Numbers from 0 to 1 that depend on nothing but the seed. */
function numbersFrom(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** Whether a page calls the API; what a test calls itself has no such header. */
const isOfPage = ({ url, headers }: IncomingMessage): boolean =>
  url?.startsWith('/api/') === true && headers['sec-fetch-site'] !== undefined;

/** Passes everything on between a page and a portal, and each call of the page late. */
export async function startSlowProxy({ portal, port, seed }: Between): Promise<SlowProxy> {
  const draw = numbersFrom(seed);
  const pass = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const [callMs, replyMs] = isOfPage(call) ? [draw() * maxMs.call, draw() * maxMs.reply] : [0, 0];
    await wait(callMs);
    if (answer.destroyed) return;
    const { method, headers, url } = call;
    const onward = request(new URL(url ?? '/', portal), { method, headers, agent: false });
    answer.on('close', () => onward.destroy());
    onward.on('error', () => answer.destroy());
    onward.on('response', async (reply) => {
      await wait(replyMs);
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.on('error', () => answer.destroy());
      reply.pipe(answer);
    });
    call.pipe(onward);
  };
  const server = createServer((call, answer) => void pass(call, answer));
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
