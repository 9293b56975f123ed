import { type Collection, type Concept, type Dictionary, storage } from '@atrium/engine';
import type { ColumnShape, TableShape } from '../duckdb/tableShape.ts';
import { quoted } from '../sql/quoted.ts';

/** Columns of an index, in order; a key also says that they are unique and never null. */
export interface IndexPlan {
  readonly columns: readonly string[];
  readonly isKey: boolean;
}

/** How a table lies on a server. */
interface TableLayout {
  /** The table with its columns as they are stored, and where its rows come from, in order. */
  readonly shape: TableShape;
  readonly indexes: readonly IndexPlan[];
  /** Whether rows lie on the server of their subject, where a release lies on several; other tables lie on each. */
  readonly isBySubject: boolean;
}

interface LayoutOptions {
  readonly dictionary: Dictionary;
  /** The release that the rows come from. */
  readonly release: string;
  readonly isDistributed: boolean;
}

const { row, subject, value } = storage;

const key = (...columns: readonly string[]): IndexPlan => ({ columns, isKey: true });
const index = (...columns: readonly string[]): IndexPlan => ({ columns, isKey: false });

/** In bytes. PostgreSQL refuses index entries above 2,700 bytes; texts longer than this are free text, never keys. */
const maxIndexed = 500;

/** With fewer distinct values an index is not faster than a scan. */
const fewestDistinct = 50;

/**
 * Lays out a table of a release: wide columns first, since PostgreSQL aligns them, and rows in the order of the terms that
 * they are searched by, so that those of a term lie together and its index is small.
 */
export function layOut(table: TableShape, options: LayoutOptions): TableLayout {
  const owner = ownerOf(table.name, options.dictionary);
  const given =
    owner.kind === 'values' && options.isDistributed ? withSubject(table, owner.concept, options) : table;
  const ordered = orderedBy(given, owner);
  const columns = given.columns.toSorted((one, other) => rankOf(one) - rankOf(other));
  const names = new Set(columns.map(({ name }) => name));
  return {
    shape: {
      ...given,
      columns,
      ...(ordered === null
        ? {}
        : {
            from: `(SELECT * FROM ${fromOf(given, options)} ORDER BY ${quoted(ordered)}, ${quoted(row)}) AS sorted`,
          }),
    },
    indexes: fitting(table, indexesOf(given, owner, ordered)),
    isBySubject: names.has(subject),
  };
}

/** What a table holds. */
type Owner =
  | { readonly kind: 'rows'; readonly collection: Collection; readonly concepts: readonly Concept[] }
  | { readonly kind: 'values'; readonly concept: Concept }
  | { readonly kind: 'other'; readonly indexes: readonly IndexPlan[] };

function ownerOf(name: string, { collections, concepts, ontologies }: Dictionary): Owner {
  const collection = collections.find((one) => storage.collection(one) === name);
  if (collection !== undefined) {
    const own = concepts.filter(({ collectionId }) => collectionId === collection.id);
    return { kind: 'rows', collection, concepts: own };
  }
  const concept = concepts.find(
    (one) =>
      one.isMultiple &&
      (storage.values(one) === name || (one.time !== null && storage.moments(one) === name)),
  );
  if (concept !== undefined) return { kind: 'values', concept };
  const others: readonly Named[] = [
    [storage.files, [key('_file'), index('file_id'), index('type')]],
    [storage.fileSubjects, [key('_file', subject), index(subject, '_file')]],
    ...collections.flatMap(pairIndexes),
    ...ontologies.flatMap(({ number }) => ontologyIndexes(number)),
  ];
  return { kind: 'other', indexes: others.find(([other]) => other === name)?.[1] ?? [] };
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

/** The column of terms by whose value rows are looked for and lie together; null where there is none. */
function orderedBy({ columns }: TableShape, owner: Owner): string | null {
  const terms = termsOf(owner);
  return columns.find((column) => isSearched(column) && terms.includes(column.name))?.name ?? null;
}

function termsOf(owner: Owner): readonly string[] {
  if (owner.kind === 'other') return [];
  if (owner.kind === 'values') return owner.concept.type === 'ontology' ? [value] : [];
  return owner.concepts
    .filter(({ type, isMultiple }) => type === 'ontology' && !isMultiple)
    .map((concept) => storage.column(concept));
}

function indexesOf(table: TableShape, owner: Owner, ordered: string | null): readonly IndexPlan[] {
  switch (owner.kind) {
    case 'other':
      return owner.indexes;
    case 'values':
      return [index(row), ...searched(table, ordered, row)];
    case 'rows': {
      const { isRoot, sharedRows } = owner.collection;
      if (isRoot) return [key(subject), ...searched(table, ordered, subject)];
      if (sharedRows) return [key(row), ...searched(table, ordered)];
      const isNamed =
        owner.collection.relations.length > 0 || owner.concepts.some(({ isMultiple }) => isMultiple);
      return [...(isNamed ? [index(row)] : []), index(subject), ...searched(table, ordered, subject)];
    }
  }
}

/**
 * An index for each text that is searched, which also holds what is looked for with it. Where rows lie in the order of the
 * text, or nearly each has another, its rows are found as fast without.
 */
const searched = (
  { columns, rows }: TableShape,
  ordered: string | null,
  besides?: string,
): readonly IndexPlan[] =>
  columns
    .filter(isSearched)
    .map(({ name, distinct }) =>
      besides === undefined || name === ordered || distinct > rows / 2 ? index(name) : index(name, besides),
    );

const isSearched = ({ name, isText, distinct, longest }: ColumnShape): boolean =>
  isText && !name.startsWith('_') && distinct >= fewestDistinct && longest <= maxIndexed;

/** PostgreSQL refuses an index over a column with long texts. */
function fitting({ columns }: TableShape, indexes: readonly IndexPlan[]): readonly IndexPlan[] {
  const tooLong = new Set(columns.filter(({ longest }) => longest > maxIndexed).map(({ name }) => name));
  return indexes.filter((plan) => !plan.columns.some((name) => tooLong.has(name)));
}

const widths: Readonly<Record<string, number>> = {
  'DOUBLE PRECISION': 0,
  BIGINT: 0,
  INTEGER: 1,
  DATE: 1,
  BOOLEAN: 2,
};
const rankOf = ({ type }: ColumnShape): number => widths[type] ?? 3;

const fromOf = ({ name, from }: TableShape, { release }: LayoutOptions): string =>
  from ?? quoted(release, name);

/** Lines of values with the subject of their row, but where rows are shared. */
function withSubject(table: TableShape, { collectionId }: Concept, options: LayoutOptions): TableShape {
  const collection = options.dictionary.collections.find(({ id }) => id === collectionId);
  if (collection === undefined || collection.sharedRows) return table;
  const rows = quoted(options.release, storage.collection(collection));
  const column = { name: subject, type: 'INTEGER', isText: false, longest: 0, distinct: 0, isEscaped: false };
  return {
    ...table,
    columns: [column, ...table.columns],
    from: `(SELECT r.${quoted(subject)}, v.* FROM ${fromOf(table, options)} AS v
      JOIN ${rows} AS r ON r.${quoted(row)} = v.${quoted(row)}) AS owned`,
  };
}
