import { type CellCode, countIn, crossing } from './countTables.ts';
import { type Choice, hiddenAt, type Judged, type Judging } from './judgeChoice.ts';

type IsHidden = (code: CellCode) => boolean;

/** The values of a concept, each with all that it determines, as cells of the table over them. */
export function valuesOf(index: number, { coder, tables }: Judging): readonly CellCode[] {
  const own = [index, ...(tables.determines[index] ?? [])].sort((a, b) => a - b).join();
  return [...tables.counts.keys()].filter((code) => coder.indexes(code).join() === own);
}

/** A number that follows from the figures of several values of one concept in one cell of the other concepts. */
interface Overlap {
  readonly index: number;
  /** What it follows from, in the cell. */
  figures(code: CellCode): readonly CellCode[];
  /** The cells at the chosen values, and at other ones, in which it must be hidden. */
  hiddenAt(choice: Choice): readonly CellCode[];
  /** Those of its figures that may be hidden for it, the best first. */
  hideable(code: CellCode): readonly CellCode[];
}

/**
 * Shown figures that must be hidden since they tell a small number beside the figures of other values of the concept:
 * by how much the values overlap, or how many subjects have some value and not this one. These numbers are judged like
 * figures, and where one must be hidden one of its figures is (rule 7.10). Where nobody has several values, the figure
 * of the missing ones follows from the values, too.
 * @param choices of values that are shown, fewer concepts before more
 */
export function tellingCells(
  choices: readonly Choice[],
  isHidden: IsHidden,
  judged: Judged,
): readonly CellCode[] {
  const { coder, nesting } = judged.shown;
  const toHide = new Set<CellCode>();
  const isHiddenNow = (code: CellCode): boolean =>
    isHidden(code) ||
    toHide.has(code) ||
    nesting.coarser(coder.indexes(code)).some((coarser) => toHide.has(coder.part(code, coarser)));
  for (const overlap of overlapsOf(judged, isHidden)) {
    for (const choice of choices) {
      if (coder.digit(choice, overlap.index) > 0 || overlap.figures(choice).some(isHiddenNow)) continue;
      for (const code of overlap.hiddenAt(choice)) {
        if (overlap.figures(code).some(isHiddenNow)) continue;
        const [best] = overlap.hideable(code);
        if (best !== undefined) toHide.add(best);
      }
    }
  }
  return [...toHide];
}

function overlapsOf(judged: Judged, isHidden: IsHidden): readonly Overlap[] {
  const { coder, tables } = judged.shown;
  const countOf = (code: CellCode): number => countIn(tables, code);
  const sum = (codes: readonly CellCode[]): number => codes.reduce((total, code) => total + countOf(code), 0);
  return tables.overlapping.flatMap(({ index, missing }): readonly Overlap[] => {
    const all = valuesOf(index, judged.shown);
    const isMissing = (code: CellCode): boolean =>
      missing !== null && coder.digit(code, index) === missing + 1;
    const [none, values] = [all.filter(isMissing), all.filter((code) => !isMissing(code))];
    const at = (code: CellCode, some: readonly CellCode[]): readonly CellCode[] =>
      some.flatMap((value) => crossing(code, value, coder) ?? []);
    const smallest = (code: CellCode): readonly CellCode[] =>
      at(code, values)
        .filter((cell) => countOf(cell) > 0)
        .sort((a, b) => countOf(a) - countOf(b) || b - a);
    const severalOf = (code: CellCode): number => sum(at(code, all)) - countOf(code);
    const together: Overlap = {
      index,
      figures: (code) => [code, ...at(code, all)],
      hiddenAt: (choice) => hiddenAt(choice, new Set(), { ...judged, measure: severalOf }),
      hideable: smallest,
    };
    if (none.length === 0) return [together];
    const others = (value: CellCode): Overlap => {
      const measure = (code: CellCode): number => countOf(code) - sum(at(code, [...none, value]));
      return {
        index,
        figures: (code) => [code, ...at(code, [...none, value])],
        hiddenAt: (choice) => hiddenAt(choice, new Set(), { ...judged, measure }),
        hideable: (code) => at(code, [value]),
      };
    };
    const withoutAny: Overlap = {
      index,
      figures: (code) => [code, ...at(code, values)],
      hiddenAt: (choice) =>
        judged.others.map((other) => choice + other).filter((code) => at(code, none).some(isHidden)),
      hideable: smallest,
    };
    return [...(severalOf(0) === 0 ? [withoutAny] : []), together, ...values.map(others)];
  });
}
