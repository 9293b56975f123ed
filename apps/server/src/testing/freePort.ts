import { createServer } from 'node:net';

/** The system gives none of the ports from here to 30,000 by itself, so none is taken while its server is stopped. */
const firstPort = 15_000;
const portsOfProcess = 20;
let given = 0;

/**
 * A port of the loopback for a program that a test starts with a given port; each call of this process gets another.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + ((process.pid * portsOfProcess + given) % 15_000);
    given += 1;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
