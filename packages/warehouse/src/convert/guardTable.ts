import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { findIdentifier, protection, sampledValues } from '../identify/findIdentifier.ts';
import { type ColumnHolds, identifierKinds } from '../identify/identifierKinds.ts';
import { conceptTypeOf } from '../package/conceptRules.ts';
import { isList, isPublished } from '../package/describedTable.ts';

/** What is known of the values of a written column. */
export interface SeenValues {
  readonly sample: readonly string[];
  readonly distinct: number;
  readonly filled: number;
}

export interface SeenColumn extends SeenValues {
  add(cell: string): void;
}

const mostSeen = 2000;

/** Keeps the first distinct values of a column, and how many rows it took to find them. */
export function createSeen(): SeenColumn {
  const values = new Set<string>();
  let filled = 0;
  return {
    add: (cell) => {
      if (values.size >= mostSeen) return;
      values.add(cell);
      filled += 1;
    },
    get sample() {
      return [...values].slice(0, sampledValues);
    },
    get distinct() {
      return values.size;
    },
    get filled() {
      return filled;
    },
  };
}

/** What is looked at of a table. */
interface LookedAt {
  readonly shape: {
    readonly name: string;
    readonly fields: readonly PackageField[];
    readonly primaryKey?: readonly string[] | undefined;
    /** The field by which it leads to the root. */
    readonly toRoot?: { readonly field: string } | undefined;
  };
  /** Names of the fields that have a value in some row. */
  readonly filled: ReadonlySet<string>;
  /** By the names of fields; absent where nobody has looked at them. */
  readonly seen?: ReadonlyMap<string, SeenValues>;
}

/** The table with its identifiers protected, whatever its importer says of them, and sentences about them (rule 10.27). */
export function guardTable<Table extends LookedAt>(
  table: Table,
): { readonly table: Table; readonly guarded: readonly string[] } {
  const { shape, seen, filled } = table;
  const keys = new Set([
    ...(shape.primaryKey?.length === 1 ? shape.primaryKey : []),
    ...(shape.toRoot === undefined ? [] : [shape.toRoot.field]),
  ]);
  const guarded: string[] = [];
  const guard = (field: PackageField): PackageField => {
    if (!isPublished(field) || !filled.has(field.name)) return field;
    const known = seen?.get(field.name) ?? { sample: [], distinct: 0, filled: 0 };
    const isKey = keys.has(field.name);
    const holds = holdsOfField(field);
    const found = findIdentifier({ table: shape.name, ...field, holds, isKey, ...plain(known) });
    const isProtected = field.atrium?.phi === true;
    // Dates of events that an importer protects stay open by year, also to aggregates.
    if (found === null || (isProtected && found.by === 'values')) return field;
    if (!isProtected) guarded.push(`${shape.name}.${field.name} (${identifierKinds[found.kind]})`);
    return { ...field, atrium: { ...field.atrium, ...protection } };
  };
  return { table: { ...table, shape: { ...shape, fields: shape.fields.map(guard) } }, guarded };
}

const plain = ({ sample, distinct, filled }: SeenValues): SeenValues => ({ sample, distinct, filled });

/** How a field of a package holds its values. */
export function holdsOfField(field: PackageField): ColumnHolds {
  if (isList(field)) return 'text';
  switch (conceptTypeOf(field)) {
    case 'date':
      return 'date';
    case 'number':
      return field.type === 'year' ? 'other' : 'number';
    case 'text':
    case 'category':
      return 'text';
    default:
      return 'other';
  }
}
