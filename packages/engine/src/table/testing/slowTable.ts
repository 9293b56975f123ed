import { allRecords } from '@atrium/contract/wire/tableDefinition';
import type { Scalar } from '@atrium/contract/wire/tableView';
import type { CohortPlan } from '../../cohort/plan/cohortPlan.ts';
import type { RowCondition } from '../../concepts/rowCondition.ts';
import type { PlainCollection, PlainRelease, PlainRow } from '../../testing/plainRelease.ts';
import type { MeantCell, Pair } from '../aggregations/pairs.ts';
import type { AggregatedColumn, CheckedTable, SoundColumn } from '../check/checkedTable.ts';
import { cellKey, tallyKey } from '../compile/names.ts';
import type { TableRow } from '../present/tableValue.ts';

/**
 * A second, slow statement of what a table means (rules 5.1, 5.2 and 5.5): loops over arrays, no joins, no grouping
 * by engine.
 */
export function slowTable(plain: PlainRelease, table: CheckedTable, plan: CohortPlan): readonly TableRow[] {
  const data = new SlowData(plain, plan);
  const stacked = table.columns.flatMap((column, index) =>
    column.kind === 'stacked' ? [{ column, index }] : [],
  );
  const lines = data.subjects().flatMap((subject) => stackedLines(data, subject, stacked));
  const groups = new Map<string, Line[]>();
  if (stacked.length === 0) groups.set('', lines);
  else {
    for (const line of lines) {
      const key = JSON.stringify(stacked.map(({ index }) => line.cells.get(index)));
      groups.set(key, [...(groups.get(key) ?? []), line]);
    }
  }
  return [...groups.values()].map((group) =>
    Object.assign(
      {},
      ...table.columns.map((column, index) => {
        if (column.kind === 'broken') return {};
        if (column.kind === 'stacked') return { [cellKey(index)]: group[0]?.cells.get(index) ?? null };
        return cellsOf(column.aggregation.meaning(groupPairs(data, column, group)), index);
      }),
    ),
  );
}

const isTallied = (cell: MeantCell): cell is Extract<MeantCell, { readonly tally: number }> =>
  typeof cell === 'object' && cell !== null && 'tally' in cell;

const cellsOf = (cell: MeantCell, index: number): TableRow =>
  isTallied(cell)
    ? { [cellKey(index)]: cell.value, [tallyKey(index)]: cell.tally }
    : { [cellKey(index)]: cell };

interface Line {
  readonly subject: string;
  /** The row of each stacked collection, by its index there. */
  readonly rows: ReadonlyMap<string, number | null>;
  readonly cells: ReadonlyMap<number, Scalar>;
}

interface StackedSlot {
  readonly column: SoundColumn;
  readonly index: number;
}

class SlowData {
  private readonly plain: PlainRelease;
  private readonly plan: CohortPlan;

  constructor(plain: PlainRelease, plan: CohortPlan) {
    this.plain = plain;
    this.plan = plan;
  }

  collection(id: string): PlainCollection {
    const found = this.plain.collections.find((collection) => collection.id === id);
    if (found === undefined) throw new Error(id);
    return found;
  }

  isRoot(id: string): boolean {
    return this.plain.collections[0]?.id === id;
  }

  subjects(): readonly string[] {
    const all = this.collection(this.plain.collections[0]?.id ?? '').rows.map(
      ({ subjects }) => subjects[0] ?? '',
    );
    return all.filter((subject) =>
      this.plan.sets.every(({ collection, condition, count }) => {
        const rows = this.rowsOf(collection.id, subject).filter((rowIndex) =>
          meets(condition, this.row(collection.id, rowIndex)),
        );
        if (count.operator === 'at least') return rows.length >= count.value;
        return count.operator === 'at most' ? rows.length <= count.value : rows.length === count.value;
      }),
    );
  }

  row(collectionId: string, rowIndex: number): PlainRow {
    const found = this.collection(collectionId).rows[rowIndex];
    if (found === undefined) throw new Error(`${collectionId} ${rowIndex}`);
    return found;
  }

  /** Indexes of the subject's rows. */
  rowsOf(collectionId: string, subject: string): readonly number[] {
    return this.collection(collectionId).rows.flatMap(({ subjects }, rowIndex) =>
      subjects.includes(subject) ? [rowIndex] : [],
    );
  }

  /** Of a term of any ontology. */
  label(code: string): string {
    const terms = (this.plain.ontologies ?? []).flatMap((ontology) => ontology.terms);
    return terms.find((term) => term.code === code)?.label ?? `unmapped ${code}`;
  }

  /** Whether the cohort, or one named set of it, picks the row. */
  isPicked(collectionId: string, rowIndex: number, setId: string | null = null): boolean {
    const on = this.plan.sets.filter(({ collection }) => collection.id === collectionId);
    const named = on.find(({ entryId }) => entryId === setId);
    const picking = named === undefined ? on.filter(({ count }) => !asksForNone(count)) : [named];
    if (picking.length === 0) return true;
    return picking.some(({ condition }) => meets(condition, this.row(collectionId, rowIndex)));
  }

  isRelated(one: string, rowIndex: number, other: string, otherRowIndex: number): boolean {
    const names = (from: string, to: string, a: number, b: number): boolean =>
      (this.collection(from).related ?? []).some(
        (relation) => relation.collectionId === to && (relation.others[a] ?? []).includes(b + 1),
      );
    return names(one, other, rowIndex, otherRowIndex) || names(other, one, otherRowIndex, rowIndex);
  }

  areRelated(one: string, other: string): boolean {
    const names = (from: string, to: string): boolean =>
      (this.collection(from).related ?? []).some(({ collectionId }) => collectionId === to);
    return names(one, other) || names(other, one);
  }
}

const asksForNone = ({ value }: CohortPlan['sets'][number]['count']): boolean => value === 0;

function meets(condition: RowCondition, row: PlainRow): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((part) => meets(part, row));
    case 'not':
      return !meets(condition.condition, row);
    case 'oneOf':
      return valuesOf(row, condition.concept.id).some((value) => condition.values.includes(String(value)));
    default:
      throw new Error(`${condition.kind} is not part of these tests.`);
  }
}

function valuesOf(row: PlainRow, conceptId: string): readonly Scalar[] {
  const held = row.values[conceptId] ?? null;
  if (held === null) return [];
  return typeof held === 'object' ? held : [held];
}

/** Every choice of one row from each stacked collection, then of one value from each stacked concept. */
function stackedLines(data: SlowData, subject: string, slots: readonly StackedSlot[]): readonly Line[] {
  const collections = [...new Set(slots.map(({ column }) => column.subject.collection.id))];
  const choices = chooseRows(data, subject, {
    chosen: new Map(),
    waiting: collections.filter((id) => !data.isRoot(id)),
  });
  return choices.flatMap((rows) => chooseValues(data, { subject, rows, cells: new Map() }, slots));
}

interface Choice {
  readonly chosen: ReadonlyMap<string, number | null>;
  readonly waiting: readonly string[];
}

function chooseRows(
  data: SlowData,
  subject: string,
  { chosen, waiting }: Choice,
): readonly ReadonlyMap<string, number | null>[] {
  if (waiting.length === 0) return [chosen];
  const leadFor = (id: string): string | undefined =>
    [...chosen.keys()].find((other) => data.areRelated(id, other));
  const next = waiting.find((id) => leadFor(id) !== undefined) ?? waiting[0] ?? '';
  const lead = leadFor(next);
  const led = lead === undefined ? undefined : (chosen.get(lead) ?? null);
  const rows = data
    .rowsOf(next, subject)
    .filter((rowIndex) => data.isPicked(next, rowIndex))
    .filter((rowIndex) => lead === undefined || (led != null && data.isRelated(next, rowIndex, lead, led)));
  const rest = waiting.filter((id) => id !== next);
  const options: readonly (number | null)[] = rows.length === 0 ? [null] : rows;
  return options.flatMap((rowIndex) =>
    chooseRows(data, subject, { chosen: new Map([...chosen, [next, rowIndex]]), waiting: rest }),
  );
}

function chooseValues(data: SlowData, line: Line, slots: readonly StackedSlot[]): readonly Line[] {
  const concepts = [...new Set(slots.map(({ column }) => column.subject.concept.id))];
  return concepts.reduce<readonly Line[]>(
    (lines, conceptId) =>
      lines.flatMap((partial) => {
        const own = slots.filter(({ column }) => column.subject.concept.id === conceptId);
        const row = ownRow(data, partial, own[0]?.column.subject.collection.id ?? '');
        const values = row === null ? [] : valuesOf(row, conceptId);
        return (values.length === 0 ? [null] : values).map((value) => ({
          ...partial,
          cells: new Map([...partial.cells, ...own.map(({ index }) => [index, value] as const)]),
        }));
      }),
    [line],
  );
}

function ownRow(data: SlowData, { subject, rows }: Line, collectionId: string): PlainRow | null {
  if (data.isRoot(collectionId)) return data.row(collectionId, data.rowsOf(collectionId, subject)[0] ?? -1);
  const rowIndex = rows.get(collectionId) ?? null;
  return rowIndex === null ? null : data.row(collectionId, rowIndex);
}

/** The distinct (row, value) pairs that a column of the group looks at; a row without values gives one null. */
function groupPairs(data: SlowData, column: AggregatedColumn, group: readonly Line[]): readonly Pair[] {
  const { collection, concept } = column.subject;
  const rowIndexes = new Set(group.flatMap((line) => rowsForLine(data, column, line)));
  return [...rowIndexes].flatMap((rowIndex) => {
    const row = data.row(collection.id, rowIndex);
    const start = row.values[data.collection(collection.id).event?.start ?? ''] ?? null;
    const at = start === null ? null : String(start);
    const values = valuesOf(row, concept.id);
    return (values.length === 0 ? [null] : values).map((value) =>
      concept.type === 'ontology' && value !== null
        ? { value: data.label(String(value)), code: String(value), at }
        : { value, code: null, at },
    );
  });
}

function rowsForLine(data: SlowData, column: AggregatedColumn, { subject, rows }: Line): readonly number[] {
  const { id } = column.subject.collection;
  if (column.criteriaSetId === allRecords) return data.rowsOf(id, subject);
  const picked = (rowIndex: number): boolean => data.isPicked(id, rowIndex, column.criteriaSetId);
  if (rows.has(id)) {
    const rowIndex = rows.get(id) ?? null;
    return rowIndex !== null && picked(rowIndex) ? [rowIndex] : [];
  }
  const lead = [...rows.keys()].find((other) => data.areRelated(id, other));
  const led = lead === undefined ? null : (rows.get(lead) ?? null);
  return data
    .rowsOf(id, subject)
    .filter(picked)
    .filter((rowIndex) => lead === undefined || (led !== null && data.isRelated(id, rowIndex, lead, led)));
}
