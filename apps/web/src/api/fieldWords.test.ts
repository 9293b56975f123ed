import { describeIssues, issueWords } from '@atrium/contract/errors/issueWords';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldWords, withFieldWords } from './fieldWords.ts';

describe('a field is named in words (rule 16.9)', () => {
  it.each([
    ['email', 'E-mail'],
    ['full_name', 'Full name'],
    ['fullName', 'Full name'],
    ['username', 'User name'],
    ['ssh_key', 'SSH key'],
    ['transformation.concept_id', 'Concept'],
    ['terms.0.code', 'Terms, entry 1, code'],
    ['body', 'What was entered'],
  ])('%s is %s', (path, expected) => {
    expect(fieldWords(path)).toBe(expected);
  });
});

interface Declared {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** What a person or a program sends to any endpoint: bodies, queries. */
function declaredIn(value: unknown, name: string): readonly Declared[] {
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return [];
  if ('path' in value && 'body' in value && 'query' in value)
    return Object.entries({ body: value.body, query: value.query }).flatMap(([part, schema]) =>
      schema instanceof z.ZodType ? [{ name: `${name} ${part}`, schema }] : [],
    );
  return Object.entries(value).flatMap(([key, part]) => declaredIn(part, `${name}.${key}`));
}

const modules = import.meta.glob<Record<string, unknown>>(
  '../../../../packages/contract/src/endpoints/*.ts',
  { eager: true },
);

const declared = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name.endsWith('Endpoints'))
  .flatMap(([name, endpoints]) => declaredIn(endpoints, name));

const odd: readonly unknown[] = [
  undefined,
  null,
  7,
  -1.5,
  true,
  '',
  'x y',
  'x'.repeat(100_000),
  [],
  [7],
  {},
  { x: 1 },
];

/** The fields of a schema, as the wire spells them. */
function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodCodec || schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap());
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const machineText =
  /expected|received|invalid|regex|pattern|too (small|big)|zod|undefined|null|NaN|\[object|[{}[\]<>=]|\w_\w/i;
const sentence = /^[A-Z][\p{L}\p{N} ,’-]*: [a-zR].*[^:]$/u;

describe('of every call, what is wrong with an entry is said in words', () => {
  it('is tested for all of them', () => {
    expect(declared.length).toBeGreaterThan(300);
  });

  it.each(declared)('$name', ({ schema }) => {
    const fields = fieldsOf(schema);
    const given = odd.flatMap((value) => [value, Object.fromEntries(fields.map((field) => [field, value]))]);
    for (const one of given) {
      const read = schema.safeParse(one, { error: issueWords });
      const said = withFieldWords(describeIssues(read.error?.issues ?? []));
      for (const part of said === '' ? [] : said.split('; ')) {
        expect(part).toMatch(sentence);
        // The values that programs may send are spelled as they must be sent.
        expect(part.replace(/one of .*/, 'one of these')).not.toMatch(machineText);
      }
    }
  });
});
