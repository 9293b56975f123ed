import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { addAnchor, readAnchors } from './anchorFile.ts';
import { type Anchor, readHead } from './verifyChain.ts';

export interface KeepAnchorsOptions {
  readonly db: Kysely<Schema>;
  /** The anchor file of the home. */
  readonly file: string;
  readonly clock: () => Date;
  readonly everyMs: number;
  /** For the log, which is a third place. */
  readonly onAnchor: (anchor: Anchor) => void;
  readonly onFault: (error: unknown) => void;
}

export interface AnchorKeeper {
  /** Writes the end of the chain down where it moved since the last time. */
  keep(): Promise<void>;
  /** Keeps the last end and stops. */
  close(): Promise<void>;
}

/** Writes the end of the audit's chain beside the database from time to time, so that one made anew is found. */
export async function keepAnchors(options: KeepAnchorsOptions): Promise<AnchorKeeper> {
  const { db, file, clock, everyMs, onAnchor, onFault } = options;
  let last = (await readAnchors(file)).at(-1)?.id ?? 0;
  const keep = async (): Promise<void> => {
    const head = await readHead(db);
    if (head.id === last) return;
    await addAnchor(file, head, clock());
    last = head.id;
    onAnchor(head);
  };
  await keep();
  const timer = setInterval(() => void keep().catch(onFault), everyMs);
  timer.unref();
  return {
    keep,
    close: async () => {
      clearInterval(timer);
      await keep();
    },
  };
}
