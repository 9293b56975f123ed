import { type AxisPlan, type CohortPlan, type Collection, type Concept, joinOrder } from '@atrium/engine';
import { bucketsOf, cellsOf } from '../compile/cells.ts';
import { conceptIn } from '../compile/compileRows.ts';
import { compileLines, type LineColumn } from '../compile/keyedLines.ts';
import { levelCells } from '../compile/levelCells.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { ontologyIn } from './ontologyTerms.ts';
import { refuseRelated } from './relatedCollections.ts';

interface CrossTab {
  readonly axes: readonly AxisPlan[];
  readonly by?: readonly number[] | undefined;
  readonly plan: CohortPlan;
  readonly most: number;
}

/** What `compileAnalysis` says in SQL. Of more rows than `most` those that come first by their buckets are given. */
export async function answerCrossTab(
  { axes: all, by, plan, most }: CrossTab,
  at: Answering,
): Promise<AnswerRow[]> {
  refuseRelated({ joins: joinOrder(all.map(({ concept }) => collectionOf(concept, at))) });
  // Where no collections are related, the other axes only repeat the lines of a subject.
  const axes = by === undefined ? all : by.flatMap((index) => all[index] ?? []);
  const columns = uniqueAxes(axes).map((axis) => columnOf(axis, at));
  const { lines, cellOf } = compileLines(columns, plan, at);
  const [keys, counts] = await at.run({ job: 'tallyLines', lines, max: most });
  if (keys === undefined || counts === undefined) throw new NotInIndex('otherQuestion');
  const columnOfAxis = axes.map(({ concept }) => columns.findIndex((column) => column.concept === concept));
  const [only = 0] = columnOfAxis;
  const names = columnOfAxis.map((column, axis) => [`k${axis}`, column] as const);
  const rows: AnswerRow[] = [];
  for (let line = 0; line < keys.length; line += 1) {
    const [key, subjects] = [keys[line] ?? 0, counts[line] ?? 0];
    rows.push(
      names.length === 1
        ? { k0: cellOf(key, only), subjects }
        : Object.fromEntries([
            ...names.map(([name, column]) => [name, cellOf(key, column)]),
            ['subjects', subjects],
          ]),
    );
  }
  return rows;
}

/** A concept stands in a line once, however many axes it has. */
function uniqueAxes(axes: readonly AxisPlan[]): readonly AxisPlan[] {
  const unique = new Map<string, AxisPlan>();
  for (const axis of axes) {
    const other = unique.get(axis.concept.id);
    if (other !== undefined && JSON.stringify(other.bucketing) !== JSON.stringify(axis.bucketing))
      throw new NotInIndex('otherQuestion');
    unique.set(axis.concept.id, axis);
  }
  return [...unique.values()];
}

function columnOf(axis: AxisPlan, at: Answering): LineColumn {
  const { concept } = axis;
  const collection = collectionOf(concept, at);
  const indexed = conceptIn(concept, at);
  const cells =
    axis.level === undefined
      ? bucketsOf(axis, cellsOf(axis, indexed, at))
      : levelCells(indexed, ontologyIn(concept, at), axis.level);
  return { concept, collection, cells, direction: 1, figure: null };
}

function collectionOf({ collectionId }: Concept, at: Answering): Collection {
  const collection = at.release.lookup.collection(collectionId);
  if (collection === undefined) throw new NotInIndex('notIndexed');
  return collection;
}
