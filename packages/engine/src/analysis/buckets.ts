import { completedYears, daysPerYear, topCodedAgeYears } from '@atrium/contract/calendar/ages';
import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import { yearOf } from '@atrium/contract/calendar/days';
import type { AxisLabel } from '@atrium/contract/wire/analysis';
import { type RawBuilder, sql } from 'kysely';
import type { Precision } from '../concepts/conceptKind.ts';
import { kindOf } from '../concepts/kinds.ts';
import { besideWords } from '../definition/ownWords.ts';
import type { Concept, NumberWord } from '../dictionary/dictionary.ts';
import { wordOf } from '../dictionary/numberWords.ts';
import { isWord } from '../rows/rows.ts';
import { parameter } from '../sql/parameter.ts';

type Fragment = RawBuilder<unknown>;

/**
 * How the values of a concept are gathered on an axis (rules 6.4 and 6.5): each value as it is, numbers and ages (in
 * completed years) in classes of a width, dates in years or decades. Classes start at multiples of the width and
 * follow from all the data that the member may see, so they do not change with the cohort.
 */
export type Bucketing =
  | { readonly kind: 'each' }
  | { readonly kind: 'classes'; readonly of: 'number' | 'age' | 'topCodedAge'; readonly width: number }
  /** Numbers in classes, and each word beside them by itself. */
  | { readonly kind: 'classesAndWords'; readonly width: number; readonly words: readonly NumberWord[] }
  | { readonly kind: 'years'; readonly width: 1 | 10; readonly of: 'date' }
  | {
      readonly kind: 'years';
      readonly width: 1 | 10;
      readonly of: 'year';
      /** The year that stands for all before it, too (rule 1.21). */
      readonly topCoded: number | null;
    };

/** The lowest and highest value of the concept: numbers, days for ages, ISO days for dates; null where none. */
export interface ValueRange {
  readonly min: number | string | null;
  readonly max: number | string | null;
}

/**
 * The width of the classes: 1 if three times the span has at most two digits, else 10 to the power of its number of
 * digits minus two.
 */
function classWidth(min: number, max: number): number {
  const digits = String(Math.trunc((max - min) * 3)).length;
  return digits <= 2 ? 1 : 10 ** (digits - 2);
}

/** `completedYears` in SQL. The cast to whole numbers also removes -0, which would become a class of its own. */
const compileCompletedYears = (cell: Fragment): Fragment =>
  sql`CAST(trunc((${cell} + sign(${cell})) / ${sql.raw(String(daysPerYear))}) AS INTEGER)`;
interface Days {
  readonly min: string;
  readonly max: string;
}
const daysBetween = ({ min, max }: Days): number => dayNumber(max) - dayNumber(min);
/** Counted in calendar years, since some members may not see the days. */
const yearsBetween = ({ min, max }: Days): number => yearOf(max) - yearOf(min);
const maxSpanInDays = 3650;

/** Whether the range of a concept is needed before its buckets are known. */
export const needsRange = (concept: Concept): boolean => kindOf(concept).scale !== null;

/** The buckets of a concept. */
export function planBuckets(
  concept: Concept,
  range: ValueRange,
  { yearsOnly, topCodesAges }: Precision,
): Bucketing {
  const { min, max } = range;
  if (kindOf(concept).hasWords) {
    const width = min === null || max === null ? 1 : classWidth(Number(min), Number(max));
    return { kind: 'classesAndWords', width, words: concept.words };
  }
  if (!needsRange(concept) || min === null || max === null) return { kind: 'each' };
  const { scale } = kindOf(concept);
  if (scale === 'date') {
    const days = { min: String(min), max: String(max) };
    const isLong = yearsOnly ? yearsBetween(days) > 10 : daysBetween(days) > maxSpanInDays;
    const width = isLong ? 10 : 1;
    return yearsOnly
      ? { kind: 'years', width, of: 'year', topCoded: concept.topCodedYear }
      : { kind: 'years', width, of: 'date' };
  }
  const [low, high] = [Number(min), Number(max)];
  return scale === 'age'
    ? {
        kind: 'classes',
        of: topCodesAges ? 'topCodedAge' : 'age',
        width: classWidth(completedYears(low), completedYears(high)),
      }
    : { kind: 'classes', of: 'number', width: classWidth(low, high) };
}

/** The key of the bucket that a cell falls into; null stays null. */
export function compileBucket(bucketing: Bucketing, cell: Fragment): Fragment {
  const floored = (value: Fragment, width: number): Fragment =>
    sql`floor(${value} / ${parameter(width, 'DOUBLE PRECISION')})`;
  switch (bucketing.kind) {
    case 'each':
      return cell;
    case 'classes':
      return bucketing.of === 'number'
        ? floored(cell, bucketing.width)
        : floored(compileCompletedYears(cell), bucketing.width);
    case 'classesAndWords':
      return sql`CASE WHEN ${isWord(cell)} THEN ${cell} ELSE ${floored(cell, bucketing.width)} END`;
    case 'years':
      return floored(
        bucketing.of === 'year' ? cell : sql`CAST(extract(YEAR FROM ${cell}) AS INTEGER)`,
        bucketing.width,
      );
  }
}

export const notSet = '[not set]';

const isNotSet = (text: string): boolean => text === notSet;
const isNotSetOrClass = (text: string): boolean => isNotSet(text) || /^-?\d+ - -?\d+$/.test(text);

/** The label on the axis for the key of a bucket; two keys of an axis never have the same (rule 9.27). */
export function bucketLabel(bucketing: Bucketing, key: AxisLabel | null): AxisLabel {
  if (key === null) return notSet;
  if (bucketing.kind === 'each') return typeof key === 'string' ? besideWords(key, isNotSet) : key;
  const word = bucketing.kind === 'classesAndWords' ? wordOf(bucketing, Number(key)) : null;
  if (word !== null) return besideWords(word, isNotSetOrClass);
  const low = Number(key) * bucketing.width;
  if (bucketing.kind === 'years') {
    const label = bucketing.width === 1 ? String(low) : `${low}s`;
    return bucketing.of === 'year' && low <= (bucketing.topCoded ?? -1) ? `${label} or earlier` : label;
  }
  if (
    bucketing.kind === 'classes' &&
    bucketing.of === 'topCodedAge' &&
    low + bucketing.width > topCodedAgeYears
  )
    return `${low}+`;
  return bucketing.width === 1 ? low : `${low} - ${low + bucketing.width - 1}`;
}
