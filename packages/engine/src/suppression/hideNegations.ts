import { type CellCode, countIn, crossing, type HiddenFigures } from './countTables.ts';
import { type Choice, type HideCells, hiddenAt, type Judged, type Judging } from './judgeChoice.ts';
import { groupBy, properSubsets } from './nesting.ts';
import { tellingCells, valuesOf } from './overlaps.ts';

/** With more combinations of values nothing about these concepts together is shown. */
const maxChoices = 20_000;

/**
 * Where a subject may have several values of a concept, "has v" leaves "is without v" open, and the other values do not
 * protect it. So for each value, and for each combination of values of several such concepts, the tables are judged
 * again with two values in the place of these concepts: with and without (rule 7.10). Then what the values tell of each
 * other is judged.
 */
export function hideNegations(shown: Judging, hideCells: HideCells): Pick<HiddenFigures, 'isHidden'> {
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
  const others = [0, ...[...tables.counts.keys()].filter(isOther)].sort(
    (a, b) => coder.indexes(a).length - coder.indexes(b).length,
  );
  const judged: Judged = { shown, others, measure: (code) => countIn(tables, code), hideCells };
  const hideAt = (choice: Choice, also: ReadonlySet<CellCode>): void => {
    for (const code of hiddenAt(choice, also, judged)) hidden.add(code);
  };
  const groups = [...properSubsets(several), several]
    .filter((some) =>
      some.every((index) => (tables.determines[index] ?? []).every((other) => some.includes(other))),
    )
    .sort((a, b) => a.length - b.length);
  for (const some of groups) {
    const choices = choicesOf(some, shown, isHidden);
    if (choices === null) withheld.push(some);
    else for (const choice of choices) hideAt(choice, new Set());
  }
  const choices = [[0], ...groups.map((some) => choicesOf(some, shown, isHidden) ?? [])].flat();
  const telling = tellingCells(choices, isHidden, judged);
  const chosen = (code: CellCode): Choice =>
    coder.part(
      code,
      coder.indexes(code).filter((index) => several.includes(index)),
    );
  for (const [choice, codes] of groupBy(telling, chosen)) hideAt(choice, new Set(codes));
  return { isHidden };
}

/** Each combination of shown values of these concepts; null where they are too many. */
function choicesOf(
  some: readonly number[],
  shown: Judging,
  isHidden: (code: CellCode) => boolean,
): readonly Choice[] | null {
  let choices: readonly Choice[] = [0];
  for (const index of shown.nesting.independent(some)) {
    const values = valuesOf(index, shown).filter((value) => !isHidden(value));
    if (choices.length * values.length > maxChoices) return null;
    choices = choices.flatMap((choice) =>
      values.flatMap((value) => {
        const both = crossing(choice, value, shown.coder);
        return both === null || isHidden(both) ? [] : [both];
      }),
    );
  }
  return choices;
}
