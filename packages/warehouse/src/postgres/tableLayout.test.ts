import type { Collection, Concept, Dictionary } from '@atrium/engine';
import { expect, it } from 'vitest';
import type { ColumnShape, TableShape } from '../duckdb/tableShape.ts';
import { layOut } from './tableLayout.ts';

const collection: Collection = {
  ...{ id: 'visit', title: 'Visit', titlePlural: 'Visits', description: '', isRoot: false, event: null },
  ...{ sharedRows: false, relations: [] },
};
const concept: Concept = {
  ...{ id: 'code', number: 1, type: 'ontology', title: 'Code', titlePlural: 'Codes', description: '' },
  ...{
    collectionId: 'visit',
    categoryNumber: null,
    isMultiple: false,
    uses: [],
    hasPhi: false,
    isAggregatable: true,
  },
  ...{ isInteger: false, keepsDigits: false, words: [], unit: null, time: null, topCodedYear: null },
  ...{ ontologyId: 'terms', prefilter: null, link: null, declaredValues: [] },
};
const tags = { ...concept, id: 'tags', number: 2, isMultiple: true };
const dictionary: Dictionary = {
  ...{
    datasetId: 'd',
    rootCollectionId: 'person',
    subjectIdConceptId: null,
    eventTime: null,
    defaultColumns: [],
  },
  ...{ collections: [collection], concepts: [concept, tags], categories: [], ontologies: [] },
};

const column = (name: string, type: string, more: Partial<ColumnShape> = {}): ColumnShape => ({
  ...{ name, type, isText: type === 'VARCHAR', longest: 8, distinct: 0, isEscaped: false },
  ...more,
});
const keys = [column('_row', 'INTEGER'), column('_subject', 'INTEGER')];
const table = (name: string, ...columns: readonly ColumnShape[]): TableShape => ({
  name,
  rows: 1000,
  columns,
});
const laidOut = (given: TableShape, isDistributed = false) =>
  layOut(given, { dictionary, release: 'r1', isDistributed });
const indexes = (given: TableShape) => laidOut(given).indexes.map(({ columns }) => columns.join(' '));

it('wide columns come first, and rows lie in the order of the terms that they are searched by', () => {
  const code = column('code', 'VARCHAR', { distinct: 80 });
  const { shape } = laidOut(
    table('visit', ...keys, code, column('seen', 'BOOLEAN'), column('size', 'DOUBLE PRECISION')),
  );
  expect(shape.columns.map(({ name }) => name)).toEqual(['size', '_row', '_subject', 'seen', 'code']);
  expect(shape.from).toBe('(SELECT * FROM "r1"."visit" ORDER BY "code", "_row") AS sorted');
});

it('a text is found by an index that holds the subject, too, where it neither orders the rows nor is nearly unique', () => {
  const texts = (['code', 'drug', 'note', 'few'] as const).map((name, index) =>
    column(name, 'VARCHAR', { distinct: [80, 80, 900, 9][index] ?? 0 }),
  );
  expect(indexes(table('visit', ...keys, ...texts))).toEqual([
    '_row',
    '_subject',
    'code',
    'drug _subject',
    'note',
  ]);
  const long = column('drug', 'VARCHAR', { distinct: 80, longest: 501 });
  expect(indexes(table('visit', ...keys, long))).toEqual(['_row', '_subject']);
});

it('on several servers lines of values have the subject of their row (rule 16.24)', () => {
  const values = table('_values_2', column('_row', 'INTEGER'), column('value', 'VARCHAR'));
  expect(laidOut(values)).toMatchObject({ isBySubject: false, shape: values });
  const { shape, isBySubject } = laidOut(values, true);
  expect(isBySubject).toBe(true);
  expect(shape.columns.map(({ name }) => name)).toEqual(['_subject', '_row', 'value']);
  expect(shape.from).toContain('JOIN "r1"."visit" AS r ON r."_row" = v."_row"');
});
