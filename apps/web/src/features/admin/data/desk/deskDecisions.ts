import type {
  ColumnDecision,
  DraftDecisions,
  TableDecision,
} from '@atrium/contract/documents/draftDecisions';
import type { ColumnReading, GivenReading, GivenTable } from '@atrium/contract/documents/fileReading';
import type { FileInReading } from '@atrium/contract/wire/draft';

/** One decision of a person; everything else stays as it was decided or guessed. */
export type DeskChange =
  | { readonly kind: 'dataset'; readonly to: Pick<DraftDecisions, 'name' | 'title' | 'root'> }
  | { readonly kind: 'table'; readonly table: string; readonly to: Omit<TableDecision, 'columns'> }
  | {
      readonly kind: 'column';
      readonly table: string;
      readonly column: string;
      readonly to: ColumnDecision;
    }
  | { readonly kind: 'file'; readonly file: string; readonly to: GivenTable }
  | { readonly kind: 'file as guessed'; readonly file: string }
  | { readonly kind: 'header'; readonly file: string; readonly row: number }
  | {
      readonly kind: 'reading';
      readonly file: string;
      readonly column: string;
      /** Null: as it is guessed. */
      readonly to: ColumnReading | null;
    }
  | {
      readonly kind: 'names';
      readonly file: string;
      readonly table: string | null;
      readonly before: readonly string[];
      readonly after: readonly string[];
    };

export function decide(decisions: DraftDecisions, change: DeskChange): DraftDecisions {
  switch (change.kind) {
    case 'dataset':
      return { ...decisions, ...change.to };
    case 'table':
      return inTable(decisions, change.table, (table) => ({ ...table, ...change.to }));
    case 'column':
      return inTable(decisions, change.table, (table) => ({
        ...table,
        columns: { ...table.columns, [change.column]: { ...table.columns?.[change.column], ...change.to } },
      }));
    case 'file':
      return inFile(decisions, change.file, (file) => ({ ...file, table: { ...file.table, ...change.to } }));
    case 'file as guessed': {
      const { [change.file]: _, ...readings } = decisions.readings ?? {};
      return { ...decisions, readings };
    }
    case 'header':
      // Other names stand in another row.
      return inFile(decisions, change.file, ({ table = {}, ...file }) => {
        const { names: _, ...kept } = table;
        return { ...file, table: { ...kept, headerRow: change.row } };
      });
    case 'reading':
      return inFile(decisions, change.file, ({ columns = {}, ...file }) => {
        const { [change.column]: _, ...others } = columns;
        return {
          ...file,
          columns: change.to === null ? others : { ...others, [change.column]: change.to },
        };
      });
    case 'names':
      return named(decisions, change);
  }
}

function inTable(
  decisions: DraftDecisions,
  table: string,
  change: (before: TableDecision) => TableDecision,
): DraftDecisions {
  const { tables = {} } = decisions;
  return { ...decisions, tables: { ...tables, [table]: change(tables[table] ?? {}) } };
}

function inFile(
  decisions: DraftDecisions,
  file: string,
  change: (before: GivenReading) => GivenReading,
): DraftDecisions {
  const { readings = {} } = decisions;
  return { ...decisions, readings: { ...readings, [file]: change(readings[file] ?? {}) } };
}

/** What was decided of a column goes with its new name. */
function named(
  decisions: DraftDecisions,
  { file, table, before, after }: Extract<DeskChange, { kind: 'names' }>,
): DraftDecisions {
  const moved = <Value>(columns: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(columns).map(([name, value]) => {
        const index = isOwnName(before, name) ? before.indexOf(name) : -1;
        return [after[index] ?? name, value];
      }),
    );
  const renamed = inFile(decisions, file, (reading) => ({
    ...reading,
    table: { ...reading.table, names: [...after] },
    ...(reading.columns === undefined ? {} : { columns: moved(reading.columns) }),
  }));
  const decided = table === null ? undefined : renamed.tables?.[table];
  if (table === null || decided === undefined) return renamed;
  const { key, columns = {} } = decided;
  const index = key === null || key === undefined ? -1 : before.indexOf(key);
  return inTable(renamed, table, () => ({
    ...decided,
    ...(index === -1 ? {} : { key: after[index] ?? null }),
    columns: moved(columns),
  }));
}

const isOwnName = (names: readonly string[], name: string): boolean =>
  name !== '' && names.filter((one) => one === name).length === 1;

export type NameFault = 'empty' | 'twice';

/** What speaks against a name for a column, beside those of the others. */
export function faultOfName(names: readonly string[], index: number, name: string): NameFault | null {
  const wanted = name.trim();
  if (wanted === '') return 'empty';
  return names.some((other, at) => at !== index && other.trim() === wanted) ? 'twice' : null;
}

/** A name of its own for each column: what it is called, with a number where others are called so. */
export function proposeNames(names: readonly string[]): readonly string[] {
  const own = new Set(names.filter((name) => isOwnName(names, name)));
  const taken = new Set(own);
  return names.map((name, index) => {
    if (own.has(name)) return name;
    const stem = name === '' ? `column_${index + 1}` : name;
    let proposed = name === '' ? stem : `${stem}_1`;
    for (let number = 2; taken.has(proposed); number += 1) proposed = `${stem}_${number}`;
    taken.add(proposed);
    return proposed;
  });
}

/** The names of a table's columns as they are decided now, which may not have been read yet. */
export const namesNow = (
  { readings }: DraftDecisions,
  { names, paths: [file = ''] }: FileInReading,
): readonly string[] => readings?.[file]?.table?.names ?? names;
