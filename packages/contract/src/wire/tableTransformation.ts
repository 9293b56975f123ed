import { z } from 'zod';
import { batchBody } from './batchBody.ts';
import { formId } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

const type = { kind: 'type' } as const;

const addColumnHead = {
  type: z.literal('add_entry'),
  concept_id: z.string(),
  entry_id: formId.optional(),
  position: z.union([z.enum(['append', 'prepend']), z.int().min(0)]).optional(),
  aggregation_method: z.string().nullable().optional(),
  entry_alias: z.string().nullable().optional(),
  aggregation_criteria_set: z.string().nullable().optional(),
};

/** Adds a column at its end, its front or an index, or edits the one named by entryId; a method's inputs travel under their own ids (rule 5.12). */
export const addColumn = z.codec(
  z.looseObject(addColumnHead),
  z.custom<{
    kind: 'add_entry';
    conceptId: string;
    entryId?: string | undefined;
    position?: 'append' | 'prepend' | number | undefined;
    aggregationMethod?: string | null | undefined;
    alias?: string | null | undefined;
    aggregationCriteriaSet?: string | null | undefined;
    inputs: Readonly<Record<string, unknown>>;
  }>(),
  {
    decode: (given) => {
      const {
        type: kind,
        concept_id: conceptId,
        entry_id: entryId,
        position,
        aggregation_method: aggregationMethod,
        entry_alias: alias,
        aggregation_criteria_set: aggregationCriteriaSet,
        ...inputs
      } = given;
      return { kind, conceptId, entryId, position, aggregationMethod, alias, aggregationCriteriaSet, inputs };
    },
    encode: (column) => ({
      ...column.inputs,
      type: column.kind,
      concept_id: column.conceptId,
      entry_id: column.entryId,
      position: column.position,
      aggregation_method: column.aggregationMethod,
      entry_alias: column.alias,
      aggregation_criteria_set: column.aggregationCriteriaSet,
    }),
  },
);

const onEntry = <const K extends string>(kind: K) =>
  wireObject({ kind: z.literal(kind), entryId: z.string() }, type);

/** Every edit of a table definition (rules 5.12 and 5.13). */
export const tableTransformation = z.discriminatedUnion('type', [
  addColumn,
  onEntry('delete_entry'),
  wireObject({ kind: z.literal('resort_columns'), entryIds: z.array(z.string()) }, type),
  onEntry('add_sort_entry'),
  wireObject({ kind: z.literal('clear_sort_entries') }, type),
  wireObject({ kind: z.literal('bulk_add_entries'), conceptIdList: z.array(z.string()) }, type),
  wireObject({ kind: z.literal('add_category'), categoryId: z.int() }, type),
  onEntry('duplicate_entry'),
]);
export type TableTransformation = z.output<typeof tableTransformation>;
export type AddColumn = z.output<typeof addColumn>;

export const tableTransformationBody = wireObject({ transformation: tableTransformation });
export const tableBatchBody = batchBody(tableTransformation);
