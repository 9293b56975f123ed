import { tableDefinitionWire } from '@atrium/contract/wire/tableDefinition';
import { expect, it } from 'vitest';
import { presentInSteps } from './queryTablePage.ts';

const definition = tableDefinitionWire.parse({ fields: [{ entry_id: 'a', concept_id: 'gone' }] });
const columns = definition.fields.map(
  (field) => ({ kind: 'broken', field, code: 'not_found', message: 'It is gone.' }) as const,
);
const table = { definition, columns, warnings: [] };

it('each row of a page is a step of its own, so that others are answered between rows with long lists (rule 8.17)', () => {
  const steps = presentInSteps(table, [{}, {}, {}], true);
  for (const _ of [1, 2, 3]) expect(steps.next().done).toBe(false);
  const data = [[null], [null], [null]];
  expect(steps.next()).toEqual({ done: true, value: { data, bytes: JSON.stringify(data).length } });
});

it('a page without rows has the bytes of an empty list', () => {
  expect(presentInSteps(table, [], true).next().value).toEqual({ data: [], bytes: '[]'.length });
});
