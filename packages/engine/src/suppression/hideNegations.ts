import {
  type CellCode,
  type CountTables,
  cellCoder,
  countIn,
  crossing,
  type HiddenFigures,
} from './countTables.ts';
import { type Line, linesOf } from './line.ts';
import { groupBy, properSubsets } from './nesting.ts';
import { isSmall } from './smallCount.ts';
import type { Suppression, Withholding } from './suppression.ts';

/** Works out what tables must hide in which each subject has one value of each concept. */
type HideCells = (tables: CountTables, given: Withholding) => Pick<HiddenFigures, 'isHidden'>;

/** With more combinations of values nothing about these concepts together is shown. */
const mostChoices = 20_000;

/**
 * Where a subject may have several values of a concept, "has v" leaves "is without v" open, and the other values do not
 * protect it. So for each value, and for each combination of values of several such concepts, the tables are judged
 * again with two values in the place of these concepts: with and without (rule 7.10).
 * @param shown what is hidden when the values are taken for a partition of the subjects
 */
export function hideNegations(shown: Suppression, hideCells: HideCells): Pick<HiddenFigures, 'isHidden'> {
  const { coder, nesting, tables } = shown;
  const several = tables.overlapping.map(({ index }) => index);
  if (several.length === 0) return shown;
  const hidden = new Set<CellCode>();
  const withheld: (readonly number[])[] = [];
  const isHidden = (code: CellCode): boolean => {
    if (shown.isHidden(code) || hidden.has(code)) return true;
    const indexes = coder.indexes(code);
    return (
      withheld.some((some) => some.every((index) => indexes.includes(index))) ||
      nesting.coarser(indexes).some((coarser) => hidden.has(coder.part(code, coarser)))
    );
  };
  const isOther = (code: CellCode): boolean => !coder.indexes(code).some((index) => several.includes(index));
  const others = [0, ...[...tables.counts.keys()].filter(isOther)];
  const judge = (choice: CellCode, also: ReadonlySet<CellCode>): void => {
    for (const code of hiddenWith(choice, also, { shown, others, hideCells })) hidden.add(code);
  };
  const groups = [...properSubsets(several), several].filter((some) =>
    some.every((index) => (tables.determines[index] ?? []).every((other) => some.includes(other))),
  );
  for (const some of groups.sort((a, b) => a.length - b.length)) {
    const choices = choicesOf(some, shown, isHidden);
    if (choices === null) withheld.push(some);
    else for (const choice of choices) judge(choice, new Set());
  }
  const chosen = (code: CellCode): CellCode =>
    coder.part(
      code,
      coder.indexes(code).filter((index) => several.includes(index)),
    );
  for (const [choice, codes] of groupBy(tellingCells(shown, isHidden), chosen)) judge(choice, new Set(codes));
  return { isHidden };
}

/** Each combination of shown values of these concepts, as the cell that lies at them; null where they are too many. */
function choicesOf(
  some: readonly number[],
  { coder, nesting, tables }: Suppression,
  isHidden: (code: CellCode) => boolean,
): readonly CellCode[] | null {
  const valuesOf = (index: number): readonly CellCode[] => {
    const own = [index, ...(tables.determines[index] ?? [])].sort((a, b) => a - b).join();
    return [...tables.counts.keys()].filter((code) => coder.indexes(code).join() === own && !isHidden(code));
  };
  let choices: readonly CellCode[] = [0];
  for (const index of nesting.independent(some)) {
    const values = valuesOf(index);
    if (choices.length * values.length > mostChoices) return null;
    choices = choices.flatMap((choice) =>
      values.flatMap((value) => {
        const both = crossing(choice, value, coder);
        return both === null || isHidden(both) ? [] : [both];
      }),
    );
  }
  return choices;
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

interface Judged {
  readonly shown: Suppression;
  /** The cells of tables without the concepts with several values. */
  readonly others: readonly CellCode[];
  readonly hideCells: HideCells;
}

/** The cells at the chosen values that have to be hidden, each with its values of the other concepts. */
function hiddenWith(
  choice: CellCode,
  also: ReadonlySet<CellCode>,
  { shown, others, hideCells }: Judged,
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
  for (const { has, without } of patternsOf(chosen)) {
    const at =
      has.reduce((sum, index) => sum + reduced.step(index, withValue), 0) +
      without.reduce((sum, index) => sum + reduced.step(index, withoutValue), 0);
    for (const other of others) {
      const count = countOf({ has, without }, { choice, other, shown });
      if (count > 0 && at + recoded(other) > 0) counts.set(at + recoded(other), count);
    }
  }
  const atChoice = chosen.reduce((sum, index) => sum + reduced.step(index, withValue), 0);
  const telling = new Set([...also].map((code) => atChoice + recoded(code - choice)));
  if (telling.size === 0 && ![...counts.values()].some((count) => isSmall(count, threshold))) return [];
  const determines = tables.determines.map((indexes, index) => (several.has(index) ? [] : indexes));
  const figures = hideCells(
    { domains, determines, overlapping: [], telling: new Set(), counts, subjects: tables.subjects },
    { threshold, also: telling },
  );
  return others.filter((other) => figures.isHidden(atChoice + recoded(other))).map((other) => choice + other);
}

interface Counted {
  readonly choice: CellCode;
  /** The cell at the values of the other concepts. */
  readonly other: CellCode;
  readonly shown: Suppression;
}

/** How many subjects have these of the chosen values and are without those, as far as sums and differences tell it. */
function countOf({ has, without }: Pattern, { choice, other, shown }: Counted): number {
  const { tables, coder } = shown;
  const having = (indexes: readonly number[]): number => {
    const all = [...new Set(indexes.flatMap((index) => [index, ...(tables.determines[index] ?? [])]))];
    return countIn(tables, other + coder.part(choice, all));
  };
  const subsets: readonly (readonly number[])[] =
    without.length === 0 ? [[]] : [[], ...properSubsets(without), without];
  return subsets.reduce((sum, some) => sum + (some.length % 2 === 0 ? 1 : -1) * having([...has, ...some]), 0);
}

/**
 * Shown figures that tell a small number beside other shown figures of their line: by how much the values overlap, or
 * how many have some value and not this one. Hiding one of the figures is enough.
 */
function tellingCells(shown: Suppression, isHidden: (code: CellCode) => boolean): readonly CellCode[] {
  const { coder, tables, threshold } = shown;
  const sum = (codes: readonly CellCode[]): number =>
    codes.reduce((total, code) => total + countIn(tables, code), 0);
  const byTable = groupBy(
    [...tables.counts.keys()].sort((a, b) => sum([b]) - sum([a]) || a - b),
    (code) => coder.indexes(code).join(),
  );
  const inLine = (line: Line, missing: number | null): readonly CellCode[] => {
    const isMissing = (code: CellCode): boolean =>
      missing !== null && coder.digit(code, line.index) === missing + 1;
    const without = line.cells.filter(isMissing);
    const values = line.cells.filter((code) => !isMissing(code));
    if ([line.whole, ...without].some(isHidden)) return [];
    const withAny = sum([line.whole]) - sum(without);
    const tellsOverlap = !values.some(isHidden) && isSmall(sum(values) - withAny, threshold);
    const tellsRest = (code: CellCode): boolean =>
      !isHidden(code) && isSmall(withAny - sum([code]), threshold);
    return values.filter((code, index) => tellsRest(code) || (tellsOverlap && index === values.length - 1));
  };
  return [...byTable.values()].flatMap((cells) => {
    const lines = linesOf(cells, coder.indexes(cells[0] ?? 0), shown).all;
    return tables.overlapping.flatMap(({ index, missing }) =>
      lines.filter((line) => line.index === index).flatMap((line) => inLine(line, missing)),
    );
  });
}
