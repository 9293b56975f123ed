import type { TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import { mayUseConcept } from '../visibility/rights.ts';

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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 12;

/** An entry id that is always the same for a concept, so that a fresh table can be edited at once (rule 5.10). */
function stableEntryId(conceptId: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of `column ${conceptId}`) {
    hash = ((hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  let id = '';
  for (let index = 0; index < length; index += 1) {
    id += alphabet.charAt(Number(hash % 62n));
    hash /= 62n;
  }
  return id;
}

/** A new column, before anyone chooses a method: root concepts are stacked, others listed (rule 5.11). */
export const newColumn = (concept: Concept, entryId: string, { root }: Lookup): TableField =>
  concept.collectionId === root.id
    ? { entryId, conceptId: concept.id, aggregate: false, aggregationMethod: null }
    : {
        entryId,
        conceptId: concept.id,
        aggregate: true,
        aggregationMethod: 'list_distinct',
        aggregationSettings: {},
      };
