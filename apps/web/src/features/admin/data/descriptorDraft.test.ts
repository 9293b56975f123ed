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
