import type { TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import type { EditContext } from '../../definition/memberContext.ts';
import { type EditError, editError, type Outcome, refused } from '../../definition/outcome.ts';
import { checkColumn } from '../check/checkTable.ts';
import { newColumn } from '../defaultTable.ts';

/** All of the concepts or none; the check judges each column as it does a stored one. */
export function addColumns(
  table: TableDefinition,
  conceptIds: readonly string[],
  context: EditContext,
): Outcome<TableDefinition> {
  const added: TableField[] = [];
  const errors: EditError[] = [];
  for (const id of conceptIds) {
    const concept = context.lookup.concept(id);
    if (concept === undefined) {
      errors.push(editError('not_found', `There is no concept ${id}.`));
      continue;
    }
    const field = newColumn(concept, context.newEntryId(), context.lookup);
    const column = checkColumn(field, context);
    if (column.kind === 'broken') errors.push(editError(column.code, column.message));
    else added.push(field);
  }
  return errors.length > 0 ? refused(...errors) : appended(table, added);
}

/** The concepts right under a category that this member may use in tables. */
export function addCategory(
  table: TableDefinition,
  categoryId: number,
  context: EditContext,
): Outcome<TableDefinition> {
  const { lookup, newEntryId } = context;
  const category = lookup.category(categoryId);
  if (category === undefined) return refused(editError('not_found', 'There is no such category.'));
  const added = lookup.dictionary.concepts
    .filter((concept) => concept.categoryNumber === categoryId && concept.uses.includes('table'))
    .map((concept) => newColumn(concept, newEntryId(), lookup))
    .filter((field) => checkColumn(field, context).kind !== 'broken');
  return added.length === 0
    ? refused(editError('missing', 'This category has no columns to add.'))
    : appended(table, added);
}

const appended = (table: TableDefinition, added: readonly TableField[]): Outcome<TableDefinition> => ({
  kind: 'changed',
  definition: added.length === 0 ? table : { ...table, fields: [...table.fields, ...added] },
});
