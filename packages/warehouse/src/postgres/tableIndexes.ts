import { type Collection, type Dictionary, storage } from '@atrium/engine';
import type { ColumnShape, TableShape } from '../duckdb/tableShape.ts';

/** Columns of an index, in order; a key also says that they are unique and never null. */
export interface IndexPlan {
  readonly columns: readonly string[];
  readonly isKey: boolean;
}

const { row, subject, value } = storage;

const key = (...columns: readonly string[]): IndexPlan => ({ columns, isKey: true });
const index = (...columns: readonly string[]): IndexPlan => ({ columns, isKey: false });

/** In bytes. PostgreSQL refuses index entries above 2,700 bytes; texts longer than this are free text, never keys. */
const maxIndexed = 500;

/** With fewer distinct values an index is not faster than a scan. */
const fewestDistinct = 50;

/**
 * The indexes of a release's table: by row and by subject, both ways for tables of pairs, and by value for texts with
 * many distinct values. An index over a column with long texts is left out.
 */
export function tableIndexes(table: TableShape, dictionary: Dictionary): readonly IndexPlan[] {
  const tooLong = new Set(
    table.columns.filter(({ longest }) => longest > maxIndexed).map(({ name }) => name),
  );
  return wantedIndexes(table, dictionary).filter(({ columns }) => !columns.some((name) => tooLong.has(name)));
}

function wantedIndexes(table: TableShape, dictionary: Dictionary): readonly IndexPlan[] {
  const { collections, concepts, ontologies } = dictionary;
  if (collections.some((collection) => storage.collection(collection) === table.name))
    return collectionIndexes(table);
  if (concepts.some((concept) => concept.isMultiple && storage.values(concept) === table.name))
    return valueIndexes(table);
  if (concepts.some((concept) => concept.time !== null && storage.moments(concept) === table.name))
    return [index(row)];
  const others: readonly Named[] = [
    [storage.files, [key('_file'), index('file_id'), index('type')]],
    [storage.fileSubjects, [key('_file', subject), index(subject, '_file')]],
    ...collections.flatMap(pairIndexes),
    ...ontologies.flatMap(({ number }) => ontologyIndexes(number)),
  ];
  return others.find(([name]) => name === table.name)?.[1] ?? [];
}

type Named = readonly [table: string, indexes: readonly IndexPlan[]];

const pairIndexes = (collection: Collection): Named[] => [
  [storage.links(collection), [key(row, subject), index(subject, row)]],
  ...collection.relations.map(
    (relation): Named => [storage.related(relation), [key(row, '_other'), index('_other', row)]],
  ),
];

const ontologyIndexes = (number: number): Named[] => [
  [storage.terms(number), [key('code'), index('ordinal')]],
  [storage.parents(number), [key('code', 'parent'), index('parent', 'code')]],
  [storage.within(number), [key('ancestor', 'code'), index('code', 'ancestor')]],
  [storage.synonyms(number), [index('code')]],
  [storage.alternatives(number), [index('alternative'), index('code')]],
];

const valueIndexes = ({ columns }: TableShape): readonly IndexPlan[] => [
  index(row),
  ...columns.filter(isSearched).map(() => index(value, row)),
];

function collectionIndexes({ columns }: TableShape): IndexPlan[] {
  const hasSubject = columns.some(({ name }) => name === subject);
  return [
    key(row),
    ...(hasSubject ? [index(subject)] : []),
    ...columns.filter(isSearched).map(({ name }) => (hasSubject ? index(name, subject) : index(name))),
  ];
}

const isSearched = ({ name, isText, distinct }: ColumnShape): boolean =>
  isText && !name.startsWith('_') && distinct >= fewestDistinct;
