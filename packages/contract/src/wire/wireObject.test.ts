import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { wireObject } from './wireObject.ts';

const rule = wireObject(
  { kind: z.literal('add'), entryId: z.string(), note: z.string().optional() },
  { kind: 'type' },
);
const other = wireObject({ kind: z.literal('clear') }, { kind: 'type' });

it('decodes wire spelling to glossary words and drops unknown keys', () => {
  const read = z.decode(rule, { type: 'add', entry_id: 'a1', extra: 1 } as never);
  expectTypeOf(read).toEqualTypeOf<{ kind: 'add'; entryId: string; note?: string | undefined }>();
  expect(read).toEqual({ kind: 'add', entryId: 'a1' });
});

it('encodes glossary words back to wire spelling', () => {
  expect(z.encode(rule, { kind: 'add', entryId: 'a1' })).toEqual({ type: 'add', entry_id: 'a1' });
});

it('serves as a member of a union in both directions', () => {
  const either = z.discriminatedUnion('type', [rule, other]);
  expect(z.decode(either, { type: 'clear' })).toEqual({ kind: 'clear' });
  expect(z.encode(either, { kind: 'add', entryId: 'b' })).toEqual({ type: 'add', entry_id: 'b' });
});

it('names the wire key in an issue', () => {
  const result = z.safeDecode(rule, { type: 'add' } as never);
  expect(result.error?.issues[0]?.path).toEqual(['entry_id']);
});

it('nests', () => {
  const outer = wireObject({ childRules: z.array(rule) });
  expect(z.decode(outer, { child_rules: [{ type: 'add', entry_id: 'x' }] })).toEqual({
    childRules: [{ kind: 'add', entryId: 'x' }],
  });
});

it('prints the wire shape as its JSON schema', () => {
  const schema = z.toJSONSchema(z.object({ r: rule }), { io: 'input' });
  expect(JSON.stringify(schema)).toContain('entry_id');
});

it('encoding a union passes over a member whose nested object is missing', () => {
  const inner = wireObject({ someCode: z.string() });
  const union = z.union([wireObject({ term: inner }), wireObject({ plain: z.string() })]);
  expect(z.encode(union, { plain: 'x' })).toEqual({ plain: 'x' });
});
