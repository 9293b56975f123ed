import { createHash } from 'node:crypto';
import {
  type Dictionary,
  type Query,
  questionText,
  type ReleaseQuestion,
  type ReleaseSql,
} from '@atrium/engine';
import type { Row } from '../sql/row.ts';
import { createMemory, type Memory } from './memory.ts';

/** About 40 MB of numbers and short texts. */
const maxCells = 500_000;
const maxCellsOfOne = 20_000;

/**
 * Answers by their questions or statements. Equal ones have equal answers, since a release never changes and each names its
 * release, the day and the visibility of the member. Small numbers are hidden after this. Streams and long results
 * are not remembered (rule 10.6).
 */
export const createAnswerMemory = (): Memory<readonly Row[]> =>
  createMemory({ name: 'answers', max: maxCells, maxOfOne: maxCellsOfOne, sizeOf: cellsOf });

/** A question may be compiled once and asked often, and may hold thousands of values. */
const keys = new WeakMap<Query, string>();

export function answerKey(query: Query): string {
  const known = keys.get(query);
  if (known !== undefined) return known;
  const { text, values } = query;
  const key = createHash('sha256').update(text).update('\0').update(JSON.stringify(values)).digest('base64');
  keys.set(query, key);
  return key;
}

const digests = new WeakMap<Dictionary, string>();

function digestOf(dictionary: Dictionary): string {
  const known = digests.get(dictionary);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(JSON.stringify(dictionary)).digest('base64');
  digests.set(dictionary, digest);
  return digest;
}

/** A question may be kept and asked often, and may hold thousands of values. */
const questionKeys = new WeakMap<
  ReleaseQuestion,
  { readonly release: ReleaseSql; readonly key: string | null }
>();

/** Names the answer to a question, without its statement; null where only its statement says which answer it has. */
export function questionKey(question: ReleaseQuestion, release: ReleaseSql): string | null {
  const known = questionKeys.get(question);
  if (known?.release === release) return known.key;
  const text = questionText(question, release);
  const digest = digestOf(release.lookup.dictionary);
  const key = text === null ? null : createHash('sha256').update(digest).update(text).digest('hex');
  questionKeys.set(question, { release, key });
  return key;
}

const cellsOfValue = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? Math.ceil(value.length / 64) : 1;
};

/** A long text counts as several cells; an empty answer counts as one. What is too long to be remembered is not counted to its end. */
export function cellsOf(rows: readonly Row[]): number {
  let cells = 1;
  for (const row of rows) {
    for (const column in row) cells += cellsOfValue(row[column]);
    if (cells > maxCellsOfOne) break;
  }
  return cells;
}
