import type { TableDefinition } from '@atrium/contract';
import { mayUseConcept } from '../../dictionary/conceptAccess.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { newColumn } from '../defaults/newColumn.ts';
import { refused, type TableChange, type TransformContext } from './tableChange.ts';

/** All of the concepts or none. */
export function addColumns(
  table: TableDefinition,
  conceptIds: readonly string[],
  context: TransformContext,
): TableChange {
  const concepts: Concept[] = [];
  const errors: string[] = [];
  for (const id of conceptIds) {
    const concept = context.lookup.concept(id);
    if (concept === undefined) errors.push(`There is no concept ${id}.`);
    else if (!mayUseConcept(concept, context.member.level)) errors.push(`You may not use ${concept.title}.`);
    else concepts.push(concept);
  }
  return errors.length > 0 ? refused(...errors) : appended(table, concepts, context);
}

/** The concepts right under a category that this member may use in tables. */
export function addCategory(
  table: TableDefinition,
  categoryId: number,
  context: TransformContext,
): TableChange {
  const { lookup, member } = context;
  const category = lookup.category(categoryId);
  if (category === undefined) return refused('There is no such category.');
  const concepts = lookup.dictionary.concepts.filter(
    (concept) =>
      concept.categoryNumber === categoryId &&
      concept.uses.includes('table') &&
      mayUseConcept(concept, member.level),
  );
  if (concepts.length === 0) return refused('This category has no columns to add.');
  return appended(table, concepts, context);
}

function appended(
  table: TableDefinition,
  concepts: readonly Concept[],
  { lookup, newEntryId }: TransformContext,
): TableChange {
  if (concepts.length === 0) return { kind: 'changed', definition: table };
  const added = concepts.map((concept) => newColumn(concept, newEntryId(), lookup));
  return { kind: 'changed', definition: { ...table, fields: [...table.fields, ...added] } };
}
