import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { castField } from '../import/cast/castField.ts';
import { planReading } from '../package/plan/planTable.ts';
import type { ColumnTexts, CountedText } from './columnTexts.ts';
import { maxCounterExamples } from './guess.ts';
import type { ColumnChoice } from './typeGuess.ts';

/**
 * Counts how many cells of a column a reading takes, with the parser of the import (rule 10.35). A cell that it takes for
 * missing is none of those that are counted.
 */
export async function countFits(texts: ColumnTexts, reading: ColumnReading): Promise<ColumnChoice> {
  const cast = castField(planReading(reading), null);
  const [fitting, all] = [
    { texts: 0, cells: 0 },
    { texts: 0, cells: 0 },
  ];
  let others: readonly CountedText[] = [];
  await texts.eachPage((page) => {
    for (const { text, rows } of page) {
      let isBad = false;
      const values = cast(text, () => {
        isBad = true;
      });
      if (!isBad && values.length === 0) continue;
      add(all, rows);
      if (!isBad) add(fitting, rows);
      else others = [...others, { text, rows }].sort(mostFirst).slice(0, maxCounterExamples);
    }
  });
  return {
    reading,
    texts: fitting.texts,
    cells: fitting.cells,
    ofTexts: all.texts,
    ofCells: all.cells,
    reason: 'chosen',
    counterExamples: others.map(({ text }) => text),
  };
}

/** The pages of texts come in no order. */
const mostFirst = (a: CountedText, b: CountedText): number => b.rows - a.rows || (a.text < b.text ? -1 : 1);

function add(sum: { texts: number; cells: number }, rows: number): void {
  sum.texts += 1;
  sum.cells += rows;
}
