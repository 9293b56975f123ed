import type { Collection, CollectionRelation, Concept, Dictionary } from './dictionary.ts';

/**
 * How a release lies in the warehouse. A release is one schema (PostgreSQL) or one attached database (DuckDB) with
 * the same name, so `"release"."table"` means the same on both. Names that start with `_` are made by the portal:
 * package identifiers never do.
 *
 *   {collection}        _row INTEGER (1, 2, … in file order), _subject INTEGER (absent where rows are shared),
 *                       _start and _end on event collections (DATE, or INTEGER days for ages; null when unknown),
 *                       and one column per other single-valued concept, named by its id (`column`); beside it, where the concept has
 *                       a time, _moment_{concept number}: the day with its time (`toMoment` of the contract).
 *                       A number with words beside it holds their codes among its numbers (`numberWords.ts`).
 *                       The root holds _row and _subject with the same number.
 *                       _digits_{concept number} BIGINT: the whole number of which the column holds a rounded one.
 *   _link_{collection}  _row, _subject: only where rows are shared by subjects.
 *   _values_{concept number}    _row, value: one line per distinct non-null value of a multi-valued concept.
 *   _moments_{concept number}   _row, value: where such a concept has a time, one line per distinct moment.
 *                       Where a release lies on several servers (Citus), lines of both have `_subject`, too, unless rows
 *                       are shared: so they lie where the rows of the subject are.
 *   _related_{relation number}  _row, _other: rows of the collection and the rows of the other that they name.
 *   _term_{ontology number}     code, label, is_known, is_leaf, ordinal; codes in the data but not in the ontology have
 *                               is_known false and the label "unmapped {code}".
 *   _parent_{ontology number}   code, parent.
 *   _within_{ontology number}   ancestor, code: every known term with itself and all its ancestors.
 *   _synonym_{ontology number}  code, synonym.
 *   _alternative_{ontology number}  alternative, code: merged and replaced ids; data are mapped on load.
 *   _file               _file INTEGER (1, 2, … in the order of the ids), file_id, type (`fileTypeKey`), path (below the
 *                       storage root) or url, name, size DOUBLE, checksum_kind and checksum, category, source, data_type,
 *                       experiment_type, file_format, access, subjects INTEGER (how many it has), md5 (where the
 *                       dictionary says so): only in a release with a catalogue of files.
 *   _file_subject       _file, _subject: the subjects of a file; all of them, since a file with another is not there.
 *   _dictionary         document: the Dictionary as JSON, one line.
 *   _source             release: only where the release has a dictionary of its own for the data of another release; all
 *                       tables above but _dictionary are views of the tables there (rule 15.40).
 */
export const storage = {
  row: '_row',
  subject: '_subject',
  start: '_start',
  end: '_end',
  value: 'value',
  dictionary: '_dictionary',
  files: '_file',
  fileSubjects: '_file_subject',
  source: '_source',
  collection: (collection: Collection): string => collection.id,
  links: (collection: Collection): string => `_link_${collection.id}`,
  column: ({ id, edge }: Concept): string => (edge === undefined ? id : storage[edge]),
  values: (concept: Concept): string => `_values_${concept.number}`,
  moment: (concept: Concept): string => `_moment_${concept.number}`,
  digits: (concept: Concept): string => `_digits_${concept.number}`,
  moments: (concept: Concept): string => `_moments_${concept.number}`,
  related: (relation: CollectionRelation): string => `_related_${relation.number}`,
  terms: (ontologyNumber: number): string => `_term_${ontologyNumber}`,
  parents: (ontologyNumber: number): string => `_parent_${ontologyNumber}`,
  within: (ontologyNumber: number): string => `_within_${ontologyNumber}`,
  synonyms: (ontologyNumber: number): string => `_synonym_${ontologyNumber}`,
  alternatives: (ontologyNumber: number): string => `_alternative_${ontologyNumber}`,
} as const;

/** The number of the ontology whose codes a concept holds; an error for any other concept. */
export function ontologyNumber(dictionary: Dictionary, concept: Concept): number {
  const ontology = dictionary.ontologies.find((candidate) => candidate.id === concept.ontologyId);
  if (ontology === undefined) throw new Error(`${concept.id} has no ontology.`);
  return ontology.number;
}
