import type { TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import type { AddColumn } from '@atrium/contract/wire/tableTransformation';
import type { EditContext } from '../../definition/memberContext.ts';
import { editError, type Outcome, type RefusedEdit, refused } from '../../definition/outcome.ts';
import { parseAggregation } from '../aggregations/aggregations.ts';
import { columnSubject } from '../aggregations/columnSubject.ts';
import { checkColumn, countedSubject } from '../check/checkTable.ts';
import { newColumn } from '../defaultTable.ts';

const maxAlias = 200;

/** Edits the column named by entryId, which keeps its id, index and sort; any other id means a new column. */
export function addOrEditColumn(
  table: TableDefinition,
  edit: AddColumn,
  context: EditContext,
): Outcome<TableDefinition> {
  const index = table.fields.findIndex((field) => field.entryId === edit.entryId);
  const edited = table.fields[index];
  const made = makeColumn(edit, edited, context);
  if (made.kind === 'refused') return made;
  const { field } = made;
  return { kind: 'changed', definition: { ...table, fields: placed(field) }, entryId: field.entryId };

  function placed(field: TableField): TableField[] {
    if (edited !== undefined) return table.fields.with(index, field);
    const { position = 'append' } = edit;
    if (position === 'append') return [...table.fields, field];
    return table.fields.toSpliced(position === 'prepend' ? 0 : position, 0, field);
  }
}

type Made = { readonly kind: 'made'; readonly field: TableField } | RefusedEdit;

function makeColumn(edit: AddColumn, edited: TableField | undefined, context: EditContext): Made {
  const { lookup, newEntryId } = context;
  const concept =
    lookup.concept(edit.conceptId) ?? countedSubject(edit.conceptId, edit.aggregationMethod ?? null, lookup);
  const subject = concept === undefined ? null : columnSubject(concept, context);
  if (concept === undefined || subject === null) {
    return refused(editError('not_found', `There is no concept ${edit.conceptId}.`));
  }
  const fresh = newColumn(concept, edited?.entryId ?? newEntryId(), lookup);
  const method = edit.aggregationMethod === undefined ? fresh.aggregationMethod : edit.aggregationMethod;
  const alias = aliasAfter(edit.alias, edited);
  if (alias !== null && alias.length > maxAlias) {
    const error = editError('out_of_range', `A column name has at most ${maxAlias} characters.`);
    return refused({ ...error, fields: ['entry_alias'] });
  }
  const head = { entryId: fresh.entryId, conceptId: concept.id, ...(alias === null ? {} : { alias }) };
  if (method === null || method === '' || method === 'stack') {
    return usable({ ...head, aggregate: false, aggregationMethod: null }, context);
  }
  const parsed = parseAggregation(method, edit.inputs, subject);
  if (parsed.kind === 'refused') return refused(...parsed.errors);
  const set = criteriaSetAfter(edit.aggregationCriteriaSet, edited);
  const field = {
    ...head,
    aggregate: true,
    aggregationMethod: method,
    aggregationSettings: parsed.aggregation.settings,
  };
  return usable(set === null ? field : { ...field, aggregationCriteriaSet: set }, context);
}

function usable(field: TableField, context: EditContext): Made {
  const column = checkColumn(field, context);
  return column.kind === 'broken' ? refused(editError(column.code, column.message)) : { kind: 'made', field };
}

/** A field that is not sent stays as it is; empty text or null removes it. */
const keptUnless = (given: string | null | undefined, before: string | null | undefined): string | null => {
  const text = given === undefined ? before : given?.trim();
  return text === undefined || text === '' ? null : text;
};
const aliasAfter = (given: AddColumn['alias'], edited: TableField | undefined): string | null =>
  keptUnless(given, edited?.alias);
const criteriaSetAfter = (
  given: AddColumn['aggregationCriteriaSet'],
  edited: TableField | undefined,
): string | null => keptUnless(given, edited?.aggregationCriteriaSet);
