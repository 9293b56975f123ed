import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server of this machine that keeps what it is sent. */
export interface MailServer {
  readonly url: string;
  /** The first mail to an address, as people read it; resolves when it is here. */
  mailTo(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const kept = new Map<string, string>();
  const waiting = new Map<string, (mail: string) => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        const mail = readable(source);
        for (const { address } of envelope.rcptTo) {
          if (!kept.has(address)) kept.set(address, mail);
          waiting.get(address)?.(mail);
        }
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = server.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${bound.port}`,
    mailTo: (address) =>
      new Promise((resolve) => {
        const mail = kept.get(address);
        if (mail === undefined) waiting.set(address, resolve);
        else resolve(mail);
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Undoes the quoting of long lines (RFC 2045, 6.7). */
const readable = (source: string): string =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
