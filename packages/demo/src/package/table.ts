import type { PackageResource } from '@atrium/contract/documents/dataPackage';
import type { Field } from './field.ts';

/** A table of a demo package: its part of the descriptor and the columns of its file. */
export interface Table<Fields extends readonly Field[] = readonly Field[]> {
  readonly name: string;
  readonly fields: Fields;
  readonly resource: PackageResource;
}

interface Reference<Name extends string> {
  readonly field: Name;
  readonly to: readonly [table: string, field: string];
}

export interface TableDetails<Fields extends readonly Field[]> {
  readonly name: string;
  readonly title: string;
  readonly titlePlural?: string;
  readonly description: string;
  readonly fields: Fields;
  readonly primaryKey?: Fields[number]['name'];
  readonly references?: readonly Reference<Fields[number]['name']>[];
  readonly event?: { readonly start: Fields[number]['name']; readonly end?: Fields[number]['name'] };
  readonly missingValues?: readonly string[];
  /** The field that says which records are absent, and how. */
  readonly polarity?: { readonly field: Fields[number]['name']; readonly absent: readonly string[] };
}

export function table<const Fields extends readonly Field[]>(details: TableDetails<Fields>): Table<Fields> {
  const { name, title, description, titlePlural, event, primaryKey, missingValues, polarity } = details;
  const foreignKeys = (details.references ?? []).map(({ field, to: [resource, target] }) => ({
    fields: field,
    reference: { resource, fields: target },
  }));
  return {
    name,
    fields: details.fields,
    resource: {
      name,
      title,
      description,
      path: `${name}.csv`,
      format: 'csv',
      encoding: 'utf-8',
      schema: {
        fields: [...details.fields],
        ...(primaryKey === undefined ? {} : { primaryKey }),
        ...(foreignKeys.length === 0 ? {} : { foreignKeys }),
        ...(missingValues === undefined ? {} : { missingValues: [...missingValues] }),
      },
      atrium: {
        ...(titlePlural === undefined ? {} : { titlePlural }),
        ...(event === undefined ? {} : { event: { ...event } }),
        ...(polarity === undefined
          ? {}
          : { polarity: { field: polarity.field, absent: [...polarity.absent] } }),
      },
    },
  };
}
