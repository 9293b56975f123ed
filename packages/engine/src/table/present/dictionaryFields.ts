import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import type { CodeOfText, ConceptType } from '@atrium/contract/documents/dataPackage';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { DictionaryField } from '@atrium/contract/wire/exportDictionary';
import type { CellKind } from '../../concepts/conceptKind.ts';
import type { SoundColumn } from '../check/checkedTable.ts';
import { type CellType, cellShape } from './cells.ts';
import { type ExportColumn, unitOf } from './exportColumns.ts';

/** Between the values of a list in CSV (rule 5.19). */
const delimiter = '; ';

/** What cells may hold, by concept id. */
export interface FieldValues {
  /** Every value that a category may take; a concept that is not there is described without categories. */
  readonly categories: ReadonlyMap<string, readonly string[]>;
  /** The codes behind the labels of an ontology concept; one that is not there becomes a category. */
  readonly codes: ReadonlyMap<string, readonly CodeOfText[]>;
}

/**
 * The exported columns as fields of a data package, so that an import gives concepts of the same types (rule 5.20).
 */
export const dictionaryFields = (
  columns: readonly ExportColumn[],
  values: FieldValues,
): readonly DictionaryField[] => {
  const ids = createIds();
  return columns.map(({ file: { name, type }, title, column, criteriaSet }) => {
    const { concept } = column.subject;
    const categories = type.isOwn && !type.isList ? values.categories.get(concept.id) : undefined;
    const codes = type.isOwn ? values.codes.get(concept.id) : undefined;
    return {
      name,
      title,
      description: describe(column, type),
      ...fieldType(type),
      ...(type.unit === null ? {} : { unit: type.unit }),
      ...(categories === undefined ? {} : { categories: [...categories] }),
      ...constraintsOf(column, type),
      atrium: {
        id: ids(wantedId(column, type)),
        ...conceptKeys(column, type),
        ...(codes === undefined ? {} : codeKeys(column, codes)),
        origin: {
          conceptId: concept.id,
          conceptType: concept.type,
          collectionId: concept.collectionId,
          aggregation:
            column.kind === 'stacked'
              ? null
              : {
                  method: column.aggregation.method,
                  settings: column.field.aggregationSettings ?? {},
                  criteriaSet,
                },
        },
      },
    };
  });
};

/** A list holds the values of the concept, as a stacked column does; other methods make a concept of their own. */
const wantedId = (column: SoundColumn, { isOwn, isList }: CellType): string =>
  column.kind === 'stacked' || (isOwn && isList)
    ? column.subject.concept.id
    : `${column.subject.concept.id}_${column.aggregation.method}`;

const maxId = 63;

/** Ids of concepts, each once, whatever the case (rule 10.5). */
function createIds(): (wanted: string) => string {
  const given = new Set<string>();
  return (wanted) => {
    let id = wanted.slice(0, maxId);
    for (let next = 2; given.has(id.toLowerCase()); next += 1) {
      id = `${wanted.slice(0, maxId - 1 - String(next).length)}_${next}`;
    }
    given.add(id.toLowerCase());
    return id;
  };
}

/**
 * What an import needs to restore the concept of the column. A column derived from protected values stays protected.
 */
function conceptKeys({ subject: { concept } }: SoundColumn, type: CellType) {
  const unit = unitOf(type);
  return {
    type: importedType(concept.type, type),
    ...(unit === null ? {} : { unit }),
    ...(concept.hasPhi ? { phi: true as const } : {}),
    ...(concept.isAggregatable ? {} : { aggregatable: false as const }),
    ...(type.isOwn && concept.link !== null ? { link: concept.link } : {}),
    ...(type.kind === 'datetime' && type.holdsNulls ? { time: true as const } : {}),
    ...(type.isList ? { listEscape: '\\' as const } : {}),
  };
}

/** The labels stand for codes again. */
const codeKeys = ({ subject: { concept } }: SoundColumn, codes: readonly CodeOfText[]) => ({
  type: 'ontology' as const,
  ...(concept.ontologyId === null ? {} : { ontology: concept.ontologyId }),
  codes: [...codes],
});

function importedType(own: ConceptType, { kind, isOwn }: CellType): ConceptType {
  switch (kind) {
    case 'text':
      if (!isOwn) return 'text';
      return own === 'ontology' ? 'category' : own;
    case 'boolean':
    case 'date':
    case 'age':
    case 'number':
      return kind;
    case 'datetime':
      return 'date';
    case 'numberOrText':
      return 'number_with_categories';
    case 'year':
    case 'integer':
      return 'number';
    default:
      return unreachable(kind);
  }
}

/** The description of the concept, how its highest ages are written, and how missing values in a list are written. */
function describe(column: SoundColumn, { kind, holdsNulls }: CellType): string {
  const { concept } = column.subject;
  const { topCodedYear } = cellShape(column);
  const topCode = `Ages of 90 years and more are written as ${topCodedAgeDays} days.`;
  const missing = 'A missing value in the list is written as null.';
  const years = `The years before ${topCodedYear} are written as ${topCodedYear}, too.`;
  return [
    concept.description,
    ...(column.topCodesAges ? [topCode] : []),
    ...(kind === 'year' && topCodedYear !== null ? [years] : []),
    ...(holdsNulls ? [missing] : []),
  ]
    .filter(Boolean)
    .join(' ');
}

/** What holds for every cell, as a Table Schema says it; the standard has no such words for items of lists. */
function constraintsOf(column: SoundColumn, type: CellType): Pick<DictionaryField, 'constraints'> {
  const { topCodedYear } = cellShape(column);
  const isCount = type.kind === 'integer' && !type.isOwn;
  const isTopCoded = type.kind === 'age' && column.topCodesAges && !type.isList;
  const isYear = type.kind === 'year' && topCodedYear !== null && !type.isList;
  const constraints = {
    ...(type.isRequired ? { required: true as const } : {}),
    ...(isCount ? { minimum: 0 } : {}),
    ...(isTopCoded ? { maximum: topCodedAgeDays } : {}),
    ...(isYear ? { minimum: topCodedYear } : {}),
  };
  return Object.keys(constraints).length === 0 ? {} : { constraints };
}

type FieldType = Pick<
  DictionaryField,
  'type' | 'itemType' | 'format' | 'delimiter' | 'trueValues' | 'falseValues'
>;

/** Nulls in a list are written out, so such items are text to a reader of the standard. */
const fieldType = ({ kind, isList, holdsNulls }: CellType): FieldType =>
  isList ? { type: 'list', itemType: holdsNulls ? 'string' : itemType(kind), delimiter } : scalarType(kind);

function scalarType(kind: CellKind): FieldType {
  if (kind === 'boolean') return { type: 'boolean', trueValues: ['True'], falseValues: ['False'] };
  if (kind === 'datetime') return { type: 'datetime', format: 'any' };
  return { type: kind === 'year' ? 'year' : itemType(kind) };
}

function itemType(kind: CellKind): NonNullable<DictionaryField['itemType']> {
  switch (kind) {
    case 'text':
    case 'numberOrText':
      return 'string';
    case 'year':
    case 'age':
    case 'integer':
      return 'integer';
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'number':
      return kind;
    default:
      return unreachable(kind);
  }
}
