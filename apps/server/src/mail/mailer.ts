import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';

/** How the portal sends mail. */
export interface MailSettings {
  /** The SMTP server: `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  readonly from: string;
  /** Who gets alerts; empty where nobody does. */
  readonly to: readonly string[];
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** Sends mail beside everything else: nothing waits for it, and nothing fails with it. */
export interface Mailer {
  send(mail: Mail): void;
  /** Gives up what is not sent yet. */
  close(): Promise<void>;
}

/** A mail was not sent. */
export interface MailFault {
  readonly error: unknown;
  readonly attempt: number;
  /** Whether it is not tried again. */
  readonly isGivenUp: boolean;
}

export interface MailerOptions {
  readonly settings: MailSettings;
  readonly onFault: (fault: MailFault) => void;
  /** How long to wait after each attempt that failed; when they are over, the mail is given up. */
  readonly waitsMs?: readonly number[];
}

const timeLimits = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/**
 * Sends one mail now, without trying again.
 * @returns what the server said when it took the mail
 * @throws the reason of the server or of the network
 */
export async function sendOnce(
  { url, from }: Pick<MailSettings, 'url' | 'from'>,
  mail: Mail & { readonly to: readonly string[] },
): Promise<string> {
  const transport = createTransport({ url, ...timeLimits });
  try {
    const { response } = await transport.sendMail({ ...mail, from, to: [...mail.to] });
    return response;
  } finally {
    transport.close();
  }
}

const minuteMs = 60_000;
const defaultWaitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs];

/** While so many mails wait, no more are taken: a server that is down must not fill the memory. */
const maxWaiting = 50;

export function createMailer({ settings, onFault, waitsMs = defaultWaitsMs }: MailerOptions): Mailer {
  const { url, from, to } = settings;
  const transport = createTransport({ url, ...timeLimits });
  const ending = new AbortController();
  const waiting = new Set<Promise<void>>();

  const attempt = async (mail: Mail): Promise<void> => {
    for (let number = 1; ; number += 1) {
      const error = await transport.sendMail({ from, to: [...to], ...mail }).then(
        () => null,
        (reason: unknown) => ({ reason }),
      );
      if (error === null) return;
      const wait = waitsMs[number - 1];
      onFault({ error: error.reason, attempt: number, isGivenUp: wait === undefined });
      if (wait === undefined) return;
      await delay(wait, undefined, { signal: ending.signal, ref: false });
    }
  };

  return {
    send: (mail) => {
      if (ending.signal.aborted) return;
      if (waiting.size >= maxWaiting) {
        onFault({ error: new Error('Too many mails are waiting.'), attempt: 0, isGivenUp: true });
        return;
      }
      // Only the wait between two attempts can be cut short, at the end of the portal.
      const sent = attempt(mail).catch(() => {});
      waiting.add(sent);
      void sent.finally(() => waiting.delete(sent));
    },
    close: async () => {
      ending.abort();
      transport.close();
      await Promise.all(waiting);
    },
  };
}
