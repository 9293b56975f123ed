import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { Schema } from '../database/schema.ts';

/** Work that waits in the state database until it is done; it survives the process. */
export interface Jobs {
  /**
   * Stores a job in the transaction of its caller, or at once where `db` is the database. It is forgotten with the
   * transaction. Of jobs that are due, those of the highest priority come first; default: 0.
   */
  add(db: Kysely<Schema>, queue: string, data: object, priority?: number): Promise<void>;
  /** Makes a queue unless there is one. */
  prepare(queue: string): Promise<void>;
  /**
   * Does the jobs of a queue, one after the other. One that fails is done again after a wait, which doubles each time.
   * The returned function ends this, and waits for the job that is being done.
   */
  work(queue: string, act: (data: unknown) => Promise<void>): Promise<() => Promise<void>>;
  /** Takes no more jobs and waits for the one that is being done. */
  close(): Promise<void>;
}

/** How jobs are tried again. */
export interface Patience {
  /** So long after the first failure, and twice as long after each further one. */
  readonly firstWaitSeconds: number;
  readonly retries: number;
  /** How often a queue is checked. */
  readonly lookEverySeconds: number;
}

/** Tries for about two days. */
const defaultPatience: Patience = { firstWaitSeconds: 30, retries: 13, lookEverySeconds: 2 };

/** A job that takes longer has been lost, and is done again. */
const maxJobSeconds = 120;

interface JobsOptions {
  /** The state database with the longer time limits, not the one for requests. */
  readonly db: Kysely<Schema>;
  /** Called when the queues could not be checked; they are checked again later. */
  readonly onFault: (error: unknown) => void;
  readonly patience?: Patience;
}

const ask = (db: Kysely<Schema>) => ({
  executeSql: async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
    return { rows };
  },
});

/** Opens the queues, whose tables are in a schema of their own (`pgboss`), and brings that schema up to date. */
export async function openJobs({ db, onFault, patience = defaultPatience }: JobsOptions): Promise<Jobs> {
  const { firstWaitSeconds, retries, lookEverySeconds } = patience;
  const boss = new PgBoss({ db: ask(db), schedule: false });
  boss.on('error', onFault);
  await boss.start();
  const known = new Set<string>();
  const require = async (queue: string): Promise<void> => {
    if (known.has(queue)) return;
    await boss.createQueue(queue);
    known.add(queue);
  };
  return {
    prepare: require,
    add: async (inside, queue, data, priority = 0) => {
      await boss.send(queue, data, {
        priority,
        db: ask(inside),
        retryLimit: retries,
        retryDelay: firstWaitSeconds,
        retryBackoff: true,
        expireInSeconds: maxJobSeconds,
      });
    },
    work: async (queue, act) => {
      await require(queue);
      let worker = '';
      let doing: Promise<void> = Promise.resolve();
      worker = await boss.work(queue, { pollingIntervalSeconds: lookEverySeconds }, async (jobs) => {
        doing = (async () => {
          for (const { data } of jobs) await act(data);
        })();
        await doing;
        // The next one is looked for at once: what has come meanwhile may be more urgent than what waits.
        boss.notifyWorker(worker);
      });
      return async () => {
        await boss.offWork({ id: worker });
        await doing.catch(() => {});
      };
    },
    close: () => boss.stop({ graceful: true, wait: true, timeout: maxJobSeconds * 1000 }),
  };
}
