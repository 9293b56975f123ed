import {
  type CheckedTable,
  type CohortPlan,
  type Concept,
  cellKey,
  type PageWindow,
  type StackedColumn,
  showsTime,
  type TableLayout,
  tableLayout,
} from '@atrium/engine';
import { type Cell, type Cells, cellsOf } from '../compile/cells.ts';
import { compileCohort } from '../compile/compileCohort.ts';
import { conceptIn } from '../compile/compileRows.ts';
import { compileLines, type KeyedLines, type LineColumn } from '../compile/keyedLines.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { codesIn } from '../kernel/codesIn.ts';
import type { StackedLines } from '../layout/lines.ts';
import type { JobFigures } from '../run/jobs.ts';
import type { Answering } from './answering.ts';
import type { Answer, AnswerRow } from './answerRow.ts';
import { figureColumn } from './figureColumn.ts';
import { linesOnPage, type SubjectLine } from './linesOnPage.ts';
import { refuseRelated } from './relatedCollections.ts';

interface TableQuestion {
  readonly table: CheckedTable;
  readonly plan: CohortPlan;
}

/** Pages further behind, for which all lines before them are held, are left to statements. */
const maxLinesBefore = 200_000;

/** How many rows a table has: what the `recordCount` of `compileTable` says in SQL. */
export async function countRecords({ table, plan }: TableQuestion, at: Answering): Promise<number> {
  const layout = tableLayout(table);
  if (layout.stacked.length === 0) return layout.aggregated.length === 0 ? 0 : 1;
  refuseRelated(layout);
  if (!stacksSubjects(layout, at)) {
    const all = stackedColumns(layout).map((column) => lineColumn(column, 1, at));
    return (await tally(all, plan, at)).keys.length;
  }
  // Lines of two subjects differ, and of one subject only where it may have several.
  const columns = stackedColumns(layout).filter(mayRepeat);
  if (columns.length === 0) {
    const [counted] = await at.run({ job: 'count', step: compileCohort(plan, at) });
    return counted?.[0] ?? 0;
  }
  const { lines } = compileLines(
    columns.map((column) => lineColumn(column, 1, at)),
    plan,
    at,
  );
  const [, counted] = await at.run({ job: 'firstLines', lines, max: 0 });
  return counted?.[0] ?? 0;
}

/** A page of a table: what the `page` of `compileTable` says in SQL. */
export async function answerPage(
  question: TableQuestion & { readonly window: PageWindow },
  at: Answering,
): Promise<Answer> {
  const layout = tableLayout(question.table);
  if (layout.eachRecord === true) throw new NotInIndex('otherQuestion');
  if (layout.stacked.length === 0) throw new NotInIndex('otherQuestion');
  refuseRelated(layout);
  if (stacksSubjects(layout, at)) return await answerSubjects(question, layout, at);
  if (layout.aggregated.length > 0) throw new NotInIndex('otherQuestion');
  const { limit, offset } = question.window;
  const columns = sortColumns(layout, question.plan, at);
  const { keys, cellOf } = await tally(columns, question.plan, at, offset + limit);
  const rows = Array.from(keys.slice(offset, offset + limit), (key): AnswerRow => {
    const cells = layout.stacked.map(({ index, column: { subject } }) => {
      const column = columns.findIndex(({ concept }) => concept.id === subject.concept.id);
      return [cellKey(index), cellOf(key, column)] as const;
    });
    return Object.fromEntries(cells);
  });
  return { kind: 'rows', rows };
}

/** Whether the table stacks the ids of subjects, so that no row of it belongs to two of them. */
function stacksSubjects({ stacked }: TableLayout, at: Answering): boolean {
  const { subjectId } = at.release.lookup;
  if (!stacked.some(({ column }) => column.subject.concept.id === subjectId?.id)) return false;
  if (subjectId === undefined || subjectId.isMultiple) throw new NotInIndex('otherQuestion');
  const cells = cellsOf({ concept: subjectId, yearsOnly: false }, conceptIn(subjectId, at), at);
  if (cells.count !== at.index.subjects) throw new NotInIndex('otherQuestion');
  return true;
}

/** Each concept once: in a line it has one value, however many columns show it. */
const stackedColumns = ({ stacked }: TableLayout): readonly StackedColumn[] => [
  ...new Map(stacked.map(({ column }) => [column.subject.concept.id, column])).values(),
];

/** Whether one subject may have several lines by a column. */
const mayRepeat = ({ subject: { collection, concept } }: Pick<StackedColumn, 'subject'>): boolean =>
  !collection.isRoot || concept.isMultiple;

function lineColumn(column: StackedColumn, direction: 1 | -1, at: Answering): LineColumn {
  const { concept, collection } = column.subject;
  if (column.time !== null && showsTime(concept, at.release)) throw new NotInIndex('times');
  const cells = cellsOf({ concept, yearsOnly: column.yearsOnly }, conceptIn(concept, at), at);
  return { concept, collection, cells, direction, figure: null };
}

/** The first different lines of a table without the ids of subjects, in their order. */
async function tally(
  columns: readonly LineColumn[],
  plan: CohortPlan,
  at: Answering,
  max = Number.MAX_SAFE_INTEGER,
): Promise<Pick<KeyedLines, 'cellOf'> & { readonly keys: JobFigures[number] }> {
  const { lines, cellOf } = compileLines(columns, plan, at);
  const [keys] = await at.run({ job: 'tallyLines', lines, max });
  if (keys === undefined) throw new NotInIndex('otherQuestion');
  return { keys, cellOf };
}

/** The columns in the order in which they sort the table. */
function sortColumns(layout: TableLayout, plan: CohortPlan, at: Answering): readonly LineColumn[] {
  const held = new Map(stackedColumns(layout).map((column) => [column.subject.concept.id, column]));
  const columns = new Map<string, LineColumn>();
  for (const { slot, direction } of layout.sort) {
    const { column } = slot;
    const { id } = column.subject.concept;
    if (column.kind === 'aggregated')
      columns.set(`figure ${slot.index}`, figureColumn(column, { layout, plan, direction }, at));
    else if (!columns.has(id) && !isBehindSubject(column, columns, at))
      columns.set(id, lineColumn(held.get(id) ?? column, direction, at));
  }
  return [...columns.values()];
}

/** What a subject has once puts no two lines of it in order. */
const isBehindSubject = (
  column: StackedColumn,
  columns: ReadonlyMap<string, LineColumn>,
  { release }: Answering,
): boolean => columns.has(release.lookup.subjectId?.id ?? '') && !mayRepeat(column);

/**
 * A page of a table with the ids of subjects: its rows; where the index lacks what a cell shows, the same page of the
 * same table, of its subjects alone: with them come only their rows before the page.
 */
async function answerSubjects(
  question: TableQuestion & { readonly window: PageWindow },
  layout: TableLayout,
  at: Answering,
): Promise<Answer> {
  const columns = sortColumns(layout, question.plan, at);
  const id = columns.findIndex(
    ({ figure, concept }) => figure === null && concept.id === at.release.lookup.subjectId?.id,
  );
  const { lines, rankOf, cellOf } = compileLines(columns, question.plan, at);
  const subjectIn = (key: number): number =>
    subjectsByCode(columns[id]?.concept, at)[(rankOf(key, id) ?? -1) + 1] ?? 0;
  const only = await linesOnPage(lines, question.window, at);
  const { page, before } =
    only === null
      ? await pageAmongAll(lines, question.window, { at, subjectIn })
      : { page: only, before: () => 0 };
  const show = showing(layout, columns, at);
  if (show !== null)
    return {
      kind: 'rows',
      rows: page.map(({ key, subject }) => show(subject, (column) => cellOf(key, column))),
    };
  if (page.length === 0) return { kind: 'rows', rows: [] };
  const onPage = new Set(page.map(({ subject }) => subject));
  const among = [...onPage].sort((one, other) => one - other).map((subject) => subject + 1);
  return {
    kind: 'narrowed',
    question: {
      kind: 'page',
      table: question.table,
      plan: { ...question.plan, among },
      window: { limit: page.length, offset: before(onPage) },
    },
  };
}

/** A page that is found among all lines up to it; `before` says how many lines before it belong to some subjects. */
async function pageAmongAll(
  lines: StackedLines,
  { offset, limit }: PageWindow,
  { at, subjectIn }: { readonly at: Answering; readonly subjectIn: (key: number) => number },
) {
  if (offset + limit > maxLinesBefore) throw new NotInIndex('farPages');
  const [keys = new Float64Array()] = await at.run({ job: 'firstLines', lines, max: offset + limit });
  const before = (subjects: ReadonlySet<number>): number =>
    keys.slice(0, offset).filter((key) => subjects.has(subjectIn(key))).length;
  return {
    before,
    page: Array.from(keys.slice(offset), (key): SubjectLine => ({ key, subject: subjectIn(key) })),
  };
}

/** Makes the row of a line of a subject. */
type ShowLine = (subject: number, cellOf: (column: number) => Cell | null) => AnswerRow;

/** How a line is shown whose key holds some columns; null where the index lacks what a cell shows. */
function showing(layout: TableLayout, keyed: readonly LineColumn[], at: Answering): ShowLine | null {
  if (layout.aggregated.length > 0) return null;
  const isShown = ({ concept, figure }: LineColumn, { subject }: StackedColumn): boolean =>
    figure === null && concept.id === subject.concept.id;
  const shown = layout.stacked.map(({ index, column }) => {
    const inKey = keyed.findIndex((one) => isShown(one, column));
    return { key: cellKey(index), inKey, ofSubject: inKey < 0 ? cellsOfSubjects(column, at) : null };
  });
  if (shown.some(({ inKey, ofSubject }) => inKey < 0 && ofSubject === null)) return null;
  return (subject, cellOf) =>
    Object.fromEntries(
      shown.map(({ key, inKey, ofSubject }) => [
        key,
        ofSubject === null ? cellOf(inKey) : ofSubject(subject),
      ]),
    );
}

/** The cells of a column of which a subject has one at most; null where the index lacks them. */
function cellsOfSubjects(column: StackedColumn, at: Answering): ((subject: number) => Cell | null) | null {
  const cells = cellsOrNull(column, at);
  const { codes } = at.index.concepts.get(column.subject.concept.number) ?? { codes: null };
  if (codes === null || cells === null) return null;
  const codeOf = codesIn(at.index.memory, codes);
  return (subject) => {
    const code = codeOf(subject);
    return code === 0 ? null : cells.cell(cells.ranks?.[code - 1] ?? code - 1);
  };
}

function cellsOrNull(column: StackedColumn, at: Answering): Cells | null {
  try {
    return lineColumn(column, 1, at).cells;
  } catch (error) {
    if (error instanceof NotInIndex) return null;
    throw error;
  }
}

const subjects = new WeakMap<ArrayBufferLike, Uint32Array>();

/** The subject, counted from 0, whose id has a code. */
function subjectsByCode(subjectId: Concept | undefined, at: Answering): Uint32Array {
  const { memory } = at.index;
  const found = subjects.get(memory);
  if (found !== undefined) return found;
  const codes = subjectId === undefined ? null : conceptIn(subjectId, at).codes;
  if (codes === null) throw new NotInIndex('notIndexed');
  const read = codesIn(memory, codes);
  const made = new Uint32Array(at.index.subjects + 1);
  for (let subject = 0; subject < at.index.subjects; subject += 1) made[read(subject)] = subject;
  subjects.set(memory, made);
  return made;
}
