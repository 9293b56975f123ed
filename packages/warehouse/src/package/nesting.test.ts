import { expect, it } from 'vitest';
import { persons, type TinyPackage } from '../testing/tinyPackage.ts';
import { refusalOf } from '../testing/tinyWarehouse.ts';
import { refuseDeepNesting } from './nesting.ts';

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

it.each([
  ['lists', nested(41, '[', ']')],
  ['objects', nested(41, '{"a":', '}')],
  ['lists in objects', nested(21, '[{"a":', '}]')],
  ['lists that never end', '['.repeat(2_000_000)],
  ['lists after a text with brackets', `["]]]]","\\\\",${nested(40, '[', ']')}]`],
])('JSON of more than 40 levels is refused: %s', (_what, json) => {
  expect(() => refuseDeepNesting(json)).toThrow('more than 40 levels');
});

it.each([
  ['forty levels', nested(40, '[', ']')],
  ['many siblings', `[${'[],'.repeat(1000)}[]]`],
  ['brackets in a text', JSON.stringify({ a: '['.repeat(100), b: '\\"[['.repeat(30) })],
])('JSON is accepted: %s', (_what, json) => {
  expect(() => refuseDeepNesting(json)).not.toThrow();
});

const person = persons();
const deep = nested(50_000, '{"a":[', ']}').replace('[]', '[1]');

it.each<readonly [string, TinyPackage, string]>([
  ['the descriptor', { tables: [person], files: { 'datapackage.json': deep } }, 'datapackage.json'],
  [
    'a schema in a file of its own',
    { tables: [{ ...person, rest: { schema: 'schema.json' } }], files: { 'schema.json': deep } },
    'schema.json',
  ],
  [
    'a dialect in a file of its own',
    { tables: [{ ...person, rest: { dialect: 'dialect.json' } }], files: { 'dialect.json': deep } },
    'dialect.json',
  ],
  [
    'an ontology',
    {
      tables: [person],
      atrium: { ontologies: [{ id: 'heart', path: 'heart.json', format: 'obographs' }] },
      files: { 'heart.json': deep },
    },
    'heart.json',
  ],
])('a package is refused for deep nesting in %s', async (_where, tiny, file) => {
  const problems = await refusalOf(tiny);
  expect(problems.join('\n')).toContain(file);
  expect(problems.join('\n')).toContain('more than 40 levels');
});
