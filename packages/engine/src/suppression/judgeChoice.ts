import {
  type CellCode,
  type CellCoder,
  type CountTables,
  cellCoder,
  type HiddenFigures,
} from './countTables.ts';
import { properSubsets } from './nesting.ts';
import { isSmall } from './smallCount.ts';
import type { Suppression, Withholding } from './suppression.ts';

/** Works out what tables must hide in which each subject has one value of each concept. */
export type HideCells = (tables: CountTables, given: Withholding) => Pick<HiddenFigures, 'isHidden'>;

/** The tables of a question, and what is hidden in them when the values are taken for a partition of the subjects. */
export type Judging = Pick<Suppression, 'tables' | 'coder' | 'nesting' | 'threshold' | 'isHidden'>;

/** Some values of concepts with several, as the cell that lies at all of them; 0 for none. */
export type Choice = CellCode;

/** What is judged at a choice of values. */
export interface Judged {
  readonly shown: Judging;
  /** The cells of tables without the concepts with several values, and the whole, coarse before fine. */
  readonly others: readonly CellCode[];
  /** How much of what is judged lies in a cell at other values and chosen ones; subjects, or what a sum of theirs is. */
  readonly measure: (code: CellCode) => number;
  readonly hideCells: HideCells;
}

/** A table's part about the chosen values: which a subject has, and which it is without. */
interface Pattern {
  readonly has: readonly number[];
  readonly without: readonly number[];
}

const [withValue, withoutValue] = [0, 1];

const patternsOf = (indexes: readonly number[]): readonly Pattern[] =>
  indexes.reduce<readonly Pattern[]>(
    (patterns, index) =>
      patterns.flatMap(({ has, without }) => [
        { has, without },
        { has: [...has, index], without },
        { has, without: [...without, index] },
      ]),
    [{ has: [], without: [] }],
  );

/**
 * Judges the tables again with two values in the place of each chosen concept: with the chosen value and without it.
 * @param also cells at the choice that must be hidden whatever they hold
 * @returns the cells at the choice that have to be hidden, coarse before fine
 */
export function hiddenAt(
  choice: Choice,
  also: ReadonlySet<CellCode>,
  { shown, others, measure, hideCells }: Judged,
): readonly CellCode[] {
  const { coder, tables, threshold } = shown;
  const chosen = coder.indexes(choice);
  const several = new Set(tables.overlapping.map(({ index }) => index));
  const domains = tables.domains.map((size, index) =>
    chosen.includes(index) ? 2 : several.has(index) ? 0 : size,
  );
  const reduced = cellCoder(domains);
  const recoded = (code: CellCode): CellCode =>
    coder.indexes(code).reduce((sum, index) => sum + reduced.step(index, coder.digit(code, index) - 1), 0);
  const counts = new Map<CellCode, number>();
  for (const pattern of patternsOf(chosen)) {
    const at = codeOf(pattern, reduced);
    for (const other of others) {
      const many = measureOf(pattern, { choice, other, shown, measure });
      if (many > 0 && at + recoded(other) > 0) counts.set(at + recoded(other), many);
    }
  }
  const subjects = measure(0);
  const atChoice = codeOf({ has: chosen, without: [] }, reduced);
  const telling = new Set([...also].map((code) => atChoice + recoded(code - choice)));
  if (telling.size === 0 && ![subjects, ...counts.values()].some((many) => isSmall(many, threshold)))
    return [];
  const determines = tables.determines.map((indexes, index) => (several.has(index) ? [] : indexes));
  const figures = hideCells(
    { domains, determines, overlapping: [], telling: new Set(), counts, subjects },
    { threshold, also: telling },
  );
  return others.filter((other) => figures.isHidden(atChoice + recoded(other))).map((other) => choice + other);
}

const codeOf = ({ has, without }: Pattern, coder: CellCoder): CellCode =>
  has.reduce((sum, index) => sum + coder.step(index, withValue), 0) +
  without.reduce((sum, index) => sum + coder.step(index, withoutValue), 0);

interface Measured extends Pick<Judged, 'shown' | 'measure'> {
  readonly choice: Choice;
  /** The cell at the values of the other concepts. */
  readonly other: CellCode;
}

/** How much has these of the chosen values and is without those, as far as sums and differences tell it. */
function measureOf({ has, without }: Pattern, { choice, other, shown, measure }: Measured): number {
  const { tables, coder } = shown;
  const having = (indexes: readonly number[]): number => {
    const all = [...new Set(indexes.flatMap((index) => [index, ...(tables.determines[index] ?? [])]))];
    return measure(other + coder.part(choice, all));
  };
  const subsets: readonly (readonly number[])[] =
    without.length === 0 ? [[]] : [[], ...properSubsets(without), without];
  return subsets.reduce((sum, some) => sum + (some.length % 2 === 0 ? 1 : -1) * having([...has, ...some]), 0);
}
