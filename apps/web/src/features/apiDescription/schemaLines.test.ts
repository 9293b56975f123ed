import { expect, it } from 'vitest';
import { linesOf, typeOf } from './schemaLines.ts';

it('a field says its type in words: choices, lists, and what may be missing', () => {
  expect(typeOf({ type: 'string' })).toBe('string');
  expect(typeOf({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toBe('integer or null');
  expect(typeOf({ enum: ['rows', 'cols'] })).toBe('"rows" or "cols"');
  expect(typeOf({ type: 'array', items: { type: 'array', items: { const: 1 } } })).toBe('list of list of 1');
  expect(typeOf({})).toBe('any');
});

it('fields within lists and choices stand below the field that holds them', () => {
  const schema = {
    type: 'object',
    required: ['rows'],
    properties: {
      rows: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' }, level: { type: 'integer' } } },
      },
      note: { anyOf: [{ type: 'object', properties: { mark: { type: 'string' } } }, { type: 'null' }] },
    },
  };
  expect(linesOf(schema).map(({ depth, name, isRequired }) => [depth, name, isRequired])).toEqual([
    [0, 'rows', true],
    [1, 'id', false],
    [1, 'level', false],
    [0, 'note', false],
    [1, 'mark', false],
  ]);
});
