import { expect, test } from 'vitest';
import { changeDescriptor, viewOf } from './descriptorDraft.ts';

const descriptor = {
  name: 'clinic',
  $schema: 'kept',
  atrium: { root: 'people' },
  resources: [
    {
      name: 'people',
      path: 'people.csv',
      schema: {
        fields: [
          { name: 'id', type: 'string', constraints: { required: true } },
          { name: 'born', type: 'date', format: '%d.%m.%Y', missingValues: ['?'] },
          { name: 'weight', type: 'string' },
        ],
        primaryKey: ['id'],
      },
    },
    {
      name: 'visits',
      path: 'visits.csv',
      atrium: { load: false },
      schema: {
        fields: [{ name: 'id', atrium: { publish: false } }],
        foreignKeys: [{ fields: ['id'], reference: { resource: 'people', fields: ['id'] } }],
      },
    },
  ],
};

test('a descriptor is shown with its keys, links and types', () => {
  expect(viewOf(descriptor)).toMatchObject({
    name: 'clinic',
    root: 'people',
    tables: [
      { fields: [{ name: 'id', isKey: true }, { type: 'date' }, { type: 'text', isPublished: true }] },
      { isLoaded: false, fields: [{ leadsTo: 'people.id', isPublished: false }] },
    ],
  });
});

test('a correction changes what it names, and nothing else', () => {
  const corrected = changeDescriptor(descriptor, {
    kind: 'field',
    table: 'people',
    field: 'weight',
    to: { type: 'age_years', title: 'Age', isProtected: true },
  });
  expect(viewOf(corrected).tables[0]?.fields[2]).toMatchObject({
    type: 'age_years',
    title: 'Age',
    isProtected: true,
  });
  const { resources, ...rest } = corrected;
  expect(rest).toEqual({ name: 'clinic', $schema: 'kept', atrium: { root: 'people' } });
  expect(JSON.stringify(resources)).toContain('"required":true');
  const dated = changeDescriptor(corrected, {
    kind: 'field',
    table: 'people',
    field: 'born',
    to: { type: 'text' },
  });
  expect(JSON.stringify(dated)).toContain('"missingValues":["?"]');
  expect(JSON.stringify(dated)).not.toContain('%d.%m.%Y');
});

test('links, keys, the root and what is loaded are corrected', () => {
  const unlinked = changeDescriptor(descriptor, {
    kind: 'field',
    table: 'visits',
    field: 'id',
    to: { leadsTo: '' },
  });
  expect(JSON.stringify(unlinked)).not.toContain('foreignKeys');
  const keyed = changeDescriptor(unlinked, {
    kind: 'field',
    table: 'visits',
    field: 'id',
    to: { isKey: true, leadsTo: 'people.id' },
  });
  expect(viewOf(keyed).tables[1]?.fields[0]).toMatchObject({ isKey: true, leadsTo: 'people.id' });
  const rooted = changeDescriptor(keyed, { kind: 'root', table: 'visits' });
  const loaded = changeDescriptor(rooted, {
    kind: 'table',
    table: 'visits',
    to: { isLoaded: true, title: 'Visit' },
  });
  expect(viewOf(loaded)).toMatchObject({ root: 'visits', tables: [{}, { isLoaded: true, title: 'Visit' }] });
});

test('subjects that are the values of a column are shown as such', () => {
  const derived = { ...descriptor, atrium: { root: { resource: 'visits', field: 'id' } } };
  expect(viewOf(derived)).toMatchObject({ root: 'visits.id', isRootDerived: true });
});

test('a number gets a unit, and a column of codes loses its ontology with its type', () => {
  const coded = { name: 'code', type: 'string', atrium: { id: 'code', ontology: 'hpo', type: 'ontology' } };
  const table = { name: 'visits', schema: { fields: [coded, { name: 'weight', type: 'number' }] } };
  const given = { ...descriptor, resources: [table] };
  const fieldOf = (changed: unknown, index: number) => viewOf(changed).tables[0]?.fields[index];
  expect(fieldOf(given, 0)).toMatchObject({ type: 'ontology', unit: null });
  expect(fieldOf(given, 0)?.choices).toContain('ontology');
  expect(fieldOf(given, 1)?.choices).not.toContain('ontology');
  const change = (field: string, to: object) =>
    changeDescriptor(given, { kind: 'field', table: 'visits', field, to });
  expect(fieldOf(change('weight', { unit: 'kg' }), 1)).toMatchObject({ type: 'number', unit: 'kg' });
  expect(JSON.stringify(change('weight', { unit: '' }))).not.toContain('unit');
  const asText = change('code', { type: 'text' });
  expect(fieldOf(asText, 0)).toMatchObject({ type: 'text' });
  expect(JSON.stringify(asText)).not.toContain('hpo');
});
