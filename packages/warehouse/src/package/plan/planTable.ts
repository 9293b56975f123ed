import type { DataPackage } from '@atrium/contract';
import type { Collection, Concept } from '@atrium/engine';
import { fileFormat, filePlan } from '../fileFormat.ts';
import type { TablePlan } from '../packagePlan.ts';
import { planField } from './planField.ts';
import type { RoutedTable } from './subjectPath.ts';

export interface TableContext {
  readonly descriptor: DataPackage;
  readonly number: number;
  readonly collection: Collection | null;
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly relations: TablePlan['relations'];
  /** Fields of this table that keys of any table join by. */
  readonly keyFields: ReadonlySet<string>;
}

/** What to read of a table: its concepts, event times and keys, and nothing else. */
export function planTable({ table, path }: RoutedTable, context: TableContext): TablePlan {
  const { resource, paths } = table;
  const format = fileFormat(paths, resource, context.descriptor);
  if (format.kind === 'unknown') throw new Error(`${table.name}: ${format.problems.join('; ')}`);
  const event = resource.atrium?.event;
  const eventFields = new Set(event === undefined ? [] : [event.start, event.end]);
  const fields = table.fields.flatMap((field) => {
    const use = {
      concept: context.collection === null ? null : (context.concepts.get(field.name) ?? null),
      isEventTime: eventFields.has(field.name),
      isKey: context.keyFields.has(field.name),
    };
    const isUsed = use.concept !== null || use.isEventTime || use.isKey;
    return isUsed ? [planField(field, table, use)] : [];
  });
  return {
    name: table.name,
    number: context.number,
    files: paths.map((file) => filePlan(file, resource)),
    format,
    fields,
    described: table.fields.map(({ name }) => name),
    primaryKey: table.primaryKey,
    subject: path,
    collection: context.collection,
    event: event === undefined ? null : { start: event.start, end: event.end ?? null },
    relations: context.relations,
  };
}
