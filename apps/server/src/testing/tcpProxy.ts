import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './privateCluster.ts';

/** A way to a server that can swallow everything, as a cable that was pulled does. */
export interface TcpProxy {
  readonly port: number;
  /** From now on nothing passes in either direction, and neither side gets an error. */
  swallow(): void;
  /** New connections pass again; those of before stay dead. */
  letPass(): void;
  /** Runs when the next bytes of the server arrive, and swallows these. */
  loseNextAnswer(isMeant: (bytes: Buffer) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let losesAnswer: ((bytes: Buffer) => boolean) | undefined;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let isDead = !isOpen;
    const forward = (bytes: Buffer, to: Socket): void => {
      if (!isOpen) isDead = true;
      if (!isDead && !to.destroyed) to.write(bytes);
    };
    near.on('data', (bytes) => forward(bytes, far));
    far.on('data', (bytes) => {
      if (losesAnswer?.(bytes) === true) near.destroy();
      else forward(bytes, near);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (!isDead) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server.address()),
    swallow: () => {
      isOpen = false;
    },
    letPass: () => {
      isOpen = true;
    },
    loseNextAnswer: (isMeant) =>
      new Promise((resolve) => {
        losesAnswer = (bytes) => {
          if (!isMeant(bytes)) return false;
          losesAnswer = undefined;
          resolve();
          return true;
        };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
