import type { TableDefinition } from '@atrium/contract';
import type { MemberContext } from '../../definition/memberContext.ts';
import { stableEntryId } from '../../definition/stableEntryId.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { mayUseConcept } from '../../visibility/rights.ts';
import { newColumn } from './newColumn.ts';

/** The dataset's columns for a fresh table, as far as this member may use them; entry ids never change. */
export function defaultTable(context: MemberContext): TableDefinition {
  const fields = defaultConcepts(context).map((concept) =>
    newColumn(concept, stableEntryId(concept.id), context.lookup),
  );
  return { tableType: 'subject', fields, sort: [] };
}

/** A table without columns is read as the default table. */
export const withDefaultColumns = (definition: TableDefinition, context: MemberContext): TableDefinition =>
  definition.fields.length === 0 ? defaultTable(context) : definition;

function defaultConcepts({ lookup, member }: MemberContext): readonly Concept[] {
  const { defaultColumns, subjectIdConceptId, concepts } = lookup.dictionary;
  const mayUse = (concept: Concept): boolean => mayUseConcept(concept, member);
  const usable = [...new Set([...defaultColumns, subjectIdConceptId ?? ''])]
    .flatMap((id) => lookup.concept(id) ?? [])
    .filter(mayUse);
  const named = usable.filter(({ id }) => defaultColumns.includes(id));
  if (named.length > 0) return named;
  const onRoot = concepts.filter(
    (concept) => concept.collectionId === lookup.root.id && concept.uses.includes('table') && mayUse(concept),
  );
  return [...usable, ...onRoot].slice(0, 1);
}
