import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract';
import { z } from 'zod';
import type { Anchor } from './verifyChain.ts';

const line = z.object({ at: z.iso.datetime(), id: z.int(), hash: z.string() });

/** Where a home keeps ends that its audit has had: a second place beside the database. */
export const anchorFile = (home: string): string => path.join(home, 'audit-anchors.ndjson');

/** All anchors of a file, none where there is no file; refuses one that cannot be read. */
export async function readAnchors(file: string): Promise<readonly Anchor[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one, place) => {
      const read = line.safeParse(parseJson(one));
      if (!read.success) throw new PortalError('conflict', `${file}: line ${place + 1} is no anchor.`);
      return { id: read.data.id, hash: read.data.hash };
    });
}

export async function addAnchor(file: string, { id, hash }: Anchor, at: Date): Promise<void> {
  await appendFile(file, `${JSON.stringify({ at: at.toISOString(), id, hash })}\n`, { mode: 0o600 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
