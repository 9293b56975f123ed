import type { Field } from './field.ts';
import { type Table, type TableDetails, table } from './table.ts';

/** A table whose concept ids start with the prefix, so that two datasets of one installation never share one. */
export function prefixedTable<const Fields extends readonly Field[]>(
  details: TableDetails<Fields>,
  { prefix, isRoot = false }: { prefix: string; isRoot?: boolean },
): Table<Fields> {
  const made = table(details);
  const named = (field: Field) => `${prefix}${isRoot ? '' : `${details.name}_`}${field.name}`;
  const fields = details.fields.map((field) =>
    field.atrium?.publish === false ? field : { ...field, atrium: { ...field.atrium, id: named(field) } },
  );
  return { ...made, resource: { ...made.resource, schema: { ...made.resource.schema, fields } } };
}
