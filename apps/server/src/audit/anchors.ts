import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import { type Anchor, loadHead } from './verifyChain.ts';

interface KeepAnchorsOptions {
  readonly db: Kysely<Schema>;
  /** The anchor file of the data directory. */
  readonly file: string;
  readonly clock: () => Date;
  readonly everyMs: number;
  /** Gets each new anchor for the log, which is a third copy. */
  readonly onAnchor: (anchor: Anchor) => void;
  readonly onFault: (error: unknown) => void;
}

export interface AnchorKeeper {
  /** Writes the head into the file if it has changed. */
  keep(): Promise<void>;
  /** Writes the last head and stops. */
  close(): Promise<void>;
}

/** Writes the head of the audit into a file from time to time, so that a chain that was made anew is found. */
export async function keepAnchors(options: KeepAnchorsOptions): Promise<AnchorKeeper> {
  const { db, file, clock, everyMs, onAnchor, onFault } = options;
  let last = (await loadAnchors(file)).at(-1)?.id ?? 0;
  const keep = async (): Promise<void> => {
    const head = await loadHead(db);
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

const anchorForm = z.object({ at: z.iso.datetime(), id: z.int(), hash: z.string() });

/** The file in which a data directory keeps earlier heads of its audit, apart from the database. */
export const anchorFile = (home: string): string => path.join(home, 'audit-anchors.ndjson');

/** Loads the anchors of a file; none where it does not exist. Refuses with conflict a line that is no anchor. */
export async function loadAnchors(file: string): Promise<readonly Anchor[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one, index) => {
      const read = anchorForm.safeParse(parseJson(one));
      if (!read.success) throw new PortalError('conflict', `${file}: line ${index + 1} is no anchor.`);
      return { id: read.data.id, hash: read.data.hash };
    });
}

async function addAnchor(file: string, { id, hash }: Anchor, at: Date): Promise<void> {
  await appendFile(file, `${JSON.stringify({ at: at.toISOString(), id, hash })}\n`, { mode: 0o600 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
