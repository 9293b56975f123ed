import { LRUCache } from 'lru-cache';
import type { Mailer } from './mailer.ts';

/** Something that an operator should know soon. */
export interface Alert {
  /** Alerts with the same key are one within the hour. */
  readonly key: string;
  /** A sentence without values of subjects, secrets or typed text. */
  readonly sentence: string;
  /** For the log alone. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface Alerts {
  raise(alert: Alert): void;
}

interface AlertLog {
  warn(detail: object, sentence: string): void;
}

export interface AlertOptions {
  readonly log: AlertLog;
  /** Null where the site names no receiver. */
  readonly mailer: Pick<Mailer, 'send'> | null;
  readonly clock: () => Date;
  /** Of several portals, whether this one is the first to mail the alert of a key within the hour; default: always. */
  readonly claim?: ((key: string) => Promise<boolean>) | undefined;
}

const hourMs = 3_600_000;
const maxKeys = 1000;

/** Makes alerts: each is a line of the log, and a mail where the site says to whom (rule 8.23). */
export function createAlerts({ log, mailer, clock, claim }: AlertOptions): Alerts {
  const raised = new LRUCache<string, number>({ max: maxKeys });
  return {
    raise: ({ key, sentence, detail = {} }) => {
      const now = clock().getTime();
      if (now - (raised.get(key) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
      raised.set(key, now);
      log.warn({ ...detail, alert: key }, sentence);
      const text = `${sentence}\n\nThe log of the portal has more, at ${new Date(now).toISOString()}.\n`;
      const subject = `Atrium: ${sentence.split('. ')[0] ?? sentence}`.slice(0, 120);
      const send = (isFirst: boolean): void => {
        if (isFirst) mailer?.send({ subject, text });
      };
      if (claim === undefined || mailer === null) send(true);
      // Two mails are better than none where the state database is away.
      else void claim(key).then(send, () => send(true));
    },
  };
}
