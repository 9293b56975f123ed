import type { AskedDefinition } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';
import { askedIn, readAsked } from './definitions.ts';

/** A line with what was asked. */
export interface FoundedLine {
  readonly line: StoredLine;
  /** In words, cut to what a cell takes; empty where nothing was asked. */
  readonly asked: string;
  /** Those that no line before in the same file names, whole. */
  readonly definitions: readonly AskedDefinition[];
}

/** A definition may be as large as a request; those of so many lines are in memory at once. */
const linesAtOnce = 100;
const longestAsked = 2000;

/** The lines in pieces, with what was asked: in words at each, whole where a definition is named for the first time. */
export async function* addAsked(
  db: Kysely<Schema>,
  batches: AsyncIterable<readonly StoredLine[]>,
): AsyncGenerator<readonly FoundedLine[]> {
  const seen = new Set<string>();
  for await (const batch of batches)
    for (let start = 0; start < batch.length; start += linesAtOnce) {
      const lines = batch.slice(start, start + linesAtOnce);
      const kept = await readAsked(db, lines);
      yield lines.map((line) => {
        const named = askedIn(kept, line);
        const definitions = named.filter(({ hash }) => !seen.has(hash));
        for (const { hash } of definitions) seen.add(hash);
        return { line, asked: inWords(named), definitions };
      });
    }
}

function inWords(named: readonly AskedDefinition[]): string {
  const text = named.map(({ kind, description }) => `${kind}: ${description}`).join('\n');
  return text.length <= longestAsked ? text : `${text.slice(0, longestAsked - 1)}…`;
}
