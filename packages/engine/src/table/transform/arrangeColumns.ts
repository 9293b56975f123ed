import type { TableDefinition } from '@atrium/contract';
import { refused, type TableChange, type TransformContext } from './tableChange.ts';

/** An unknown id changes nothing. */
export function deleteColumn(table: TableDefinition, entryId: string): TableChange {
  const fields = table.fields.filter((field) => field.entryId !== entryId);
  return {
    kind: 'changed',
    definition: fields.length === table.fields.length ? table : { ...table, fields },
  };
}

/** Ids left out are removed, unknown ones ignored; an empty list leaves nothing, which reads as the defaults. */
export function resortColumns(table: TableDefinition, entryIds: readonly string[]): TableChange {
  const fields = [...new Set(entryIds)].flatMap(
    (id) => table.fields.find((field) => field.entryId === id) ?? [],
  );
  const isSame =
    fields.length === table.fields.length && fields.every((field, index) => field === table.fields[index]);
  if (isSame) return { kind: 'changed', definition: table };
  return { kind: 'changed', definition: { ...table, fields, sort: fields.length === 0 ? [] : table.sort } };
}

/** The copy stands right after its original and is not sorted by. */
export function duplicateColumn(
  table: TableDefinition,
  entryId: string,
  context: TransformContext,
): TableChange {
  const place = table.fields.findIndex((field) => field.entryId === entryId);
  const original = table.fields[place];
  if (original === undefined) return refused('This column is not in the table.');
  const copy = { ...original, entryId: context.newEntryId() };
  return {
    kind: 'changed',
    definition: { ...table, fields: table.fields.toSpliced(place + 1, 0, copy) },
    entryId: copy.entryId,
  };
}
