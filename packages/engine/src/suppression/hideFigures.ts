import {
  type CellCode,
  type CellCoder,
  type CountTables,
  cellCoder,
  countIn,
  type HideFigures,
} from './countTables.ts';
import { hideInTable } from './hideInTable.ts';
import { hideNegations } from './hideNegations.ts';
import type { Table } from './line.ts';
import { groupBy, nestingOf } from './nesting.ts';
import { isSmall } from './smallCount.ts';
import { createSuppression, type Suppression, type Withholding } from './suppression.ts';

/**
 * Small numbers with secondary suppression (docs/adr/0008-small-numbers.md). Tables are worked on from coarse to fine,
 * and none depends on a finer one. So a figure is hidden or shown the same way in every question that tells it
 * (rule 7.4).
 */
export const hideFigures: HideFigures = (tables, threshold) => {
  const given = { threshold, also: tables.telling };
  const coder = cellCoder(tables.domains);
  const { isHidden: isHiddenAlone } = hideCells(withoutMissing(tables, coder), given);
  const judging = { tables, coder, nesting: nestingOf(tables, coder), threshold, isHidden: isHiddenAlone };
  const { isHidden } = hideNegations(judging, hideCells);
  return { isHidden, isListed: (code) => code === 0 || (countIn(tables, code) > 0 && !isHidden(code)) };
};

/**
 * The tables without the missing values of concepts with several. Who has no record has no value of any concept of the
 * collection, so that such a figure occurs beside each of them and must not protect the values of one. It is judged as
 * a value with its negation.
 */
function withoutMissing(tables: CountTables, coder: CellCoder): CountTables {
  const isMissing = (code: CellCode): boolean =>
    tables.overlapping.some(
      ({ index, missing }) => missing !== null && coder.digit(code, index) === missing + 1,
    );
  if (tables.overlapping.length === 0) return tables;
  return { ...tables, counts: new Map([...tables.counts].filter(([code]) => !isMissing(code))) };
}

/** Hides as if each subject had one value of each concept. */
function hideCells(tables: CountTables, given: Withholding): Suppression {
  const coder = cellCoder(tables.domains);
  const nesting = nestingOf(tables, coder);
  const suppression = createSuppression({ tables, coder, nesting }, given);
  if (isSmall(tables.subjects, given.threshold)) suppression.withhold([]);
  for (const table of tablesFromCoarse(tables, coder)) {
    const isConstant = nesting.independent(table.indexes).some(nesting.isConstant);
    if (!isConstant && !suppression.isWithheld(table.indexes)) hideInTable(table, suppression);
  }
  return suppression;
}

/** Cells of equal count stand in the order of their codes, so that the choice among them is always the same. */
function tablesFromCoarse({ counts }: CountTables, coder: CellCoder): readonly Table[] {
  const sorted: readonly CellCode[] = [...counts]
    .sort(([a, many], [b, most]) => most - many || b - a)
    .map(([code]) => code);
  const tables = groupBy(sorted, (code) => coder.indexes(code).join());
  return [...tables.values()]
    .map((cells) => ({ indexes: coder.indexes(cells[0] ?? 0), cells }))
    .sort((a, b) => a.indexes.length - b.indexes.length);
}
