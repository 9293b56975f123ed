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
  measure(code: CellCode): number;
  /** Those of its figures that may be hidden for it, the best first. */
  hideable(code: CellCode): readonly CellCode[];
}

/**
 * Shown figures that must be hidden since they tell a small number beside the figures of other values of the concept:
 * by how much the values overlap, or how many subjects have some value and not this one. These numbers are judged like
 * figures, and where one must be hidden one of its figures is (rule 7.10).
 * @param choices of values that are shown, fewer concepts before more
 */
export function tellingCells(
  choices: readonly Choice[],
  isHidden: IsHidden,
  judged: Judged,
): readonly CellCode[] {
  const { coder, nesting } = judged.shown;
  const told = new Set<CellCode>();
  const isTold = (code: CellCode): boolean =>
    isHidden(code) ||
    told.has(code) ||
    nesting.coarser(coder.indexes(code)).some((coarser) => told.has(coder.part(code, coarser)));
  for (const overlap of overlapsOf(judged.shown)) {
    for (const choice of choices) {
      if (coder.digit(choice, overlap.index) > 0) continue;
      for (const code of hiddenAt(choice, new Set(), { ...judged, measure: overlap.measure })) {
        if (overlap.figures(code).some(isTold)) continue;
        const [best] = overlap.hideable(code);
        if (best !== undefined) told.add(best);
      }
    }
  }
  return [...told];
}

function overlapsOf(shown: Judging): readonly Overlap[] {
  const { coder, tables } = shown;
  const countOf = (code: CellCode): number => countIn(tables, code);
  const sum = (codes: readonly CellCode[]): number => codes.reduce((total, code) => total + countOf(code), 0);
  return tables.overlapping.flatMap(({ index, missing }): readonly Overlap[] => {
    const all = valuesOf(index, shown);
    const isMissing = (code: CellCode): boolean =>
      missing !== null && coder.digit(code, index) === missing + 1;
    const [none, values] = [all.filter(isMissing), all.filter((code) => !isMissing(code))];
    const at = (code: CellCode, some: readonly CellCode[]): readonly CellCode[] =>
      some.flatMap((value) => crossing(code, value, coder) ?? []);
    const together: Overlap = {
      index,
      figures: (code) => [code, ...at(code, all)],
      measure: (code) => sum(at(code, all)) - countOf(code),
      hideable: (code) =>
        at(code, values)
          .filter((cell) => countOf(cell) > 0)
          .sort((a, b) => countOf(a) - countOf(b) || b - a),
    };
    const others = (value: CellCode): Overlap => ({
      index,
      figures: (code) => [code, ...at(code, [...none, value])],
      measure: (code) => countOf(code) - sum(at(code, [...none, value])),
      hideable: (code) => at(code, [value]),
    });
    return [together, ...(none.length === 0 ? [] : values.map(others))];
  });
}
