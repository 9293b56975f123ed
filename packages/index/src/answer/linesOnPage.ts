import type { PageWindow } from '@atrium/engine';
import { keyBuckets } from '../kernel/kernel.ts';
import type { StackedLines } from '../layout/lines.ts';
import type { Answering } from './answering.ts';

/** A line of a subject, counted from 0. */
export interface SubjectLine {
  readonly key: number;
  readonly subject: number;
}

/** So many lines around a page are put in order; more are counted in narrower ranges of keys first. */
const maxAround = 4_000;
/** Of more that have the same keys nearly, all lines up to the page are put in order instead. */
const maxLines = 20_000;

/** Whether each subject has one line, whose key its own values make. */
const isOneLineEach = ({ groups, figures }: StackedLines): boolean =>
  figures.length === 0 &&
  groups.every(
    ({ rows, columns }) =>
      rows === null && columns.every(({ lists, several }) => lists === null && several === undefined),
  );

/** Keys among which a page lies: so many lines come before them, and so many have them. */
interface KeyRange {
  readonly low: number;
  readonly size: number;
  readonly before: number;
  readonly count: number;
}

/**
 * The lines of a page, in their order, where each subject has one: lines are counted in ranges of keys, so that only
 * those around the page are put in order. Null where subjects may have several lines, or too many lie around the page.
 */
export async function linesOnPage(
  lines: StackedLines,
  { limit, offset }: PageWindow,
  { run, around: enough = maxAround }: Pick<Answering, 'run'> & { readonly around?: number },
): Promise<readonly SubjectLine[] | null> {
  if (!isOneLineEach(lines)) return null;
  const ofSubjects = { cohort: lines.cohort, groups: lines.groups };
  let range: KeyRange = { low: 0, size: lines.size, before: 0, count: Number.POSITIVE_INFINITY };
  for (let isNarrower = true; isNarrower && range.count > enough + limit; ) {
    const { low, size, before } = range;
    const shift = Math.max(0, Math.ceil(Math.log2(size / keyBuckets)));
    const [counts] = await run({ job: 'lineBuckets', lines: ofSubjects, low, shift });
    const found = bucketsAround(counts ?? [], offset - before, limit);
    if (found === null) return [];
    const next = { low: low + found.first * 2 ** shift, size: found.buckets * 2 ** shift };
    isNarrower = 2 * next.size <= size;
    range = { ...next, before: before + found.before, count: found.count };
  }
  if (range.count > maxLines) return null;
  const { low, size, before, count } = range;
  const between = { low, high: low + size, max: count };
  const [keys = [], subjects = []] = await run({ job: 'linesBetween', lines: ofSubjects, ...between });
  const around = Array.from(keys, (key, line) => ({ key, subject: subjects[line] ?? 0 }));
  around.sort((one, other) => one.key - other.key);
  return around.slice(offset - before, offset - before + limit);
}

/** The buckets with `limit` lines from `begin` on, and how many lines come before them; null where there is none. */
function bucketsAround(counts: ArrayLike<number>, begin: number, limit: number) {
  let [first, before, until] = [-1, 0, 0];
  const upTo = (end: number) => ({ first, before, buckets: end - first, count: until - before });
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    const count = counts[bucket] ?? 0;
    until += count;
    if (first < 0 && until > begin) [first, before] = [bucket, until - count];
    if (first >= 0 && until >= begin + limit) return upTo(bucket + 1);
  }
  return first < 0 ? null : upTo(counts.length);
}
