import { dayOfMoment } from '@atrium/contract/calendar/moments';
import { kindOf } from '../concepts/kinds.ts';
import type { Collection, Concept, Dictionary } from '../dictionary/dictionary.ts';
import { codesOfWords } from '../dictionary/numberWords.ts';
import { storage } from '../dictionary/storage.ts';
import type { PlainCollection, PlainOntology, PlainRelease, PlainValue } from './plainRelease.ts';

type Cell = string | number | boolean | null;

/** A table as it shall lie in the warehouse: columns with their types, and lines. */
export interface TableLines {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly lines: readonly (readonly Cell[])[];
}

const row = ['_row', 'INTEGER'] as const;
const subject = ['_subject', 'INTEGER'] as const;
const isList = (value: PlainValue): value is readonly (string | number)[] => Array.isArray(value);
const single = (value: PlainValue | undefined): Cell => (value === undefined || isList(value) ? null : value);

/** What the day column of a concept holds; a concept with a time is given its moments. */
const dayOf = (value: Cell, { time }: Concept): Cell =>
  time === null || typeof value !== 'string' ? value : dayOfMoment(value);

/** What the column of a concept holds; a word beside its numbers as its code. */
function columnCell(value: Cell, concept: Concept): Cell {
  if (!kindOf(concept).hasWords || typeof value !== 'string') return dayOf(value, concept);
  return codesOfWords(concept, [value])[0] ?? null;
}
const onlyDay = (value: Cell): Cell => (typeof value === 'string' ? dayOfMoment(value) : value);

interface LaidOut {
  /** As on several servers: lines of values have the subject of their row. */
  readonly isDistributed?: boolean;
}

/** Every table of a small release, as storage.ts lays it down. */
export function tablesOf(
  plain: PlainRelease,
  dictionary: Dictionary,
  { isDistributed = false }: LaidOut = {},
): readonly TableLines[] {
  const [root] = plain.collections;
  const idConcept = root?.concepts[0]?.id ?? '';
  const numbers = new Map(root?.rows.map((line, index) => [String(line.values[idConcept]), index + 1]));
  const collections = dictionary.collections.flatMap((collection, index) => {
    const given = plain.collections[index];
    const concepts = dictionary.concepts.filter(({ collectionId }) => collectionId === collection.id);
    return given === undefined
      ? []
      : collectionTables({ given, collection, concepts, numbers, dictionary, isDistributed });
  });
  const ontologies = (plain.ontologies ?? []).flatMap((ontology, index) =>
    ontologyTables(ontology, index + 1, codesIn(plain, ontology.id)),
  );
  return [...collections, ...ontologies];
}

interface CollectionData {
  readonly given: PlainCollection;
  readonly collection: Collection;
  readonly concepts: readonly Concept[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly dictionary: Dictionary;
  readonly isDistributed: boolean;
}

function collectionTables(data: CollectionData): readonly TableLines[] {
  const { given, collection, concepts, numbers, dictionary } = data;
  const columns = concepts.filter((concept) => !concept.isMultiple);
  const ownColumns = columns.filter(({ edge }) => edge === undefined);
  const timed = columns.filter((concept) => concept.time !== null);
  const time = dictionary.eventTime === 'age' ? 'INTEGER' : 'DATE';
  const event = given.event;
  const subjectOf = (subjects: readonly string[], index: number): Cell =>
    collection.isRoot ? index + 1 : (numbers.get(subjects[0] ?? '') ?? null);
  const main: TableLines = {
    name: storage.collection(collection),
    columns: [
      row,
      ...(collection.sharedRows ? [] : [subject]),
      ...(event === undefined ? [] : [['_start', time] as const, ['_end', time] as const]),
      ...ownColumns.map((concept) => [concept.id, kindOf(concept).columnType] as const),
      ...timed.map((concept) => [storage.moment(concept), 'VARCHAR'] as const),
    ],
    lines: given.rows.map(({ subjects, values }, index) => [
      index + 1,
      ...(collection.sharedRows ? [] : [subjectOf(subjects, index)]),
      ...(event === undefined
        ? []
        : [single(values[event.start]), single(values[event.end ?? ''])].map(onlyDay)),
      ...ownColumns.map((concept) => columnCell(single(values[concept.id]), concept)),
      ...timed.map((concept) => single(values[concept.id])),
    ]),
  };
  const links: readonly TableLines[] = collection.sharedRows
    ? [
        {
          name: storage.links(collection),
          columns: [row, subject],
          lines: given.rows.flatMap(({ subjects }, index) =>
            subjects.map((id) => [index + 1, numbers.get(id) ?? null]),
          ),
        },
      ]
    : [];
  const ofRow = (line: readonly Cell[]): Cell => main.lines[Number(line[0]) - 1]?.[1] ?? null;
  const withSubject = (table: TableLines): TableLines => ({
    name: table.name,
    columns: [...table.columns, subject],
    lines: table.lines.map((line) => [...line, ofRow(line)]),
  });
  const values = valueTables(given, concepts);
  const owned = data.isDistributed && !collection.sharedRows ? values.map(withSubject) : values;
  return [main, ...links, ...owned, ...relatedTables(given, collection)];
}

const valueTables = (given: PlainCollection, concepts: readonly Concept[]): readonly TableLines[] =>
  concepts
    .filter((concept) => concept.isMultiple)
    .flatMap((concept): TableLines[] => {
      const linesOf = (asStored: (value: Cell) => Cell) =>
        given.rows.flatMap(({ values }, index) => {
          const held = values[concept.id] ?? [];
          const stored = (isList(held) ? held : [held]).map(asStored);
          return [...new Set(stored)].map((value) => [index + 1, value]);
        });
      const days = linesOf((value) => columnCell(value, concept));
      const columns = [row, ['value', kindOf(concept).columnType] as const];
      return [
        { name: storage.values(concept), columns, lines: days },
        ...(concept.time === null
          ? []
          : [
              {
                name: storage.moments(concept),
                columns: [row, ['value', 'VARCHAR'] as const],
                lines: linesOf((value) => value),
              },
            ]),
      ];
    });

const relatedTables = (given: PlainCollection, collection: Collection): readonly TableLines[] =>
  collection.relations.map((relation, relationIndex) => ({
    name: storage.related(relation),
    columns: [row, ['_other', 'INTEGER']],
    lines: (given.related?.[relationIndex]?.others ?? []).flatMap((others, index) =>
      others.map((other) => [index + 1, other]),
    ),
  }));

function codesIn(plain: PlainRelease, ontologyId: string): ReadonlySet<string> {
  const codes = plain.collections.flatMap(({ concepts, rows }) =>
    concepts
      .filter((concept) => concept.ontologyId === ontologyId)
      .flatMap(({ id }) => rows.flatMap(({ values }) => values[id] ?? [])),
  );
  return new Set(codes.map(String));
}

function ontologyTables(
  { terms }: PlainOntology,
  number: number,
  codes: ReadonlySet<string>,
): readonly TableLines[] {
  const known = new Map(terms.map((term) => [term.code, term]));
  const above = (code: string): readonly string[] => [
    code,
    ...(known.get(code)?.parents ?? []).flatMap((parent) => above(parent)),
  ];
  const parents = new Set(terms.flatMap((term) => term.parents ?? []));
  const unknown = [...codes].filter((code) => !known.has(code));
  return [
    {
      name: storage.terms(number),
      columns: [
        ['code', 'VARCHAR'],
        ['label', 'VARCHAR'],
        ['is_known', 'BOOLEAN'],
        ['is_leaf', 'BOOLEAN'],
        ['ordinal', 'INTEGER'],
      ],
      lines: [
        ...terms.map(({ code, label }, index) => [code, label, true, !parents.has(code), index + 1]),
        ...unknown.map((code, index) => [code, `unmapped ${code}`, false, true, terms.length + index + 1]),
      ],
    },
    pairs(storage.parents(number), 'code', 'parent', terms, (term) => term.parents ?? []),
    {
      name: storage.within(number),
      columns: [
        ['ancestor', 'VARCHAR'],
        ['code', 'VARCHAR'],
      ],
      lines: terms.flatMap(({ code }) => [...new Set(above(code))].map((ancestor) => [ancestor, code])),
    },
    pairs(storage.synonyms(number), 'code', 'synonym', terms, (term) => term.synonyms ?? []),
    {
      name: storage.alternatives(number),
      columns: [
        ['alternative', 'VARCHAR'],
        ['code', 'VARCHAR'],
      ],
      lines: terms.flatMap(({ code, alternatives }) => (alternatives ?? []).map((other) => [other, code])),
    },
  ];
}

type Term = PlainOntology['terms'][number];

const pairs = (
  ...[name, first, second, terms, others]: [
    string,
    string,
    string,
    readonly Term[],
    (term: Term) => readonly string[],
  ]
): TableLines => ({
  name,
  columns: [
    [first, 'VARCHAR'],
    [second, 'VARCHAR'],
  ],
  lines: terms.flatMap((term) => others(term).map((other) => [term.code, other])),
});
