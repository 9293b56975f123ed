import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssues, issueWords } from './issueWords.ts';

const sentence = (schema: z.ZodType, given: unknown): string =>
  describeIssues(schema.safeParse(given, { error: issueWords }).error?.issues ?? []);

describe('why a value is not taken is said in words (rule 16.9)', () => {
  it.each([
    [z.string(), undefined, 'body: Required'],
    [z.string(), 7, 'body: must be a text'],
    [z.int(), 'x', 'body: must be a number'],
    [z.int(), 1.5, 'body: must be a whole number'],
    [z.boolean(), 'x', 'body: must be yes or no'],
    [z.object({}), [], 'body: must have fields of its own'],
    [z.array(z.string()), 'x', 'body: must be a list'],
    [z.email(), 'nobody', 'body: must be an e-mail address'],
    [z.url(), 'x', 'body: must be a web address'],
    [z.iso.date(), 'x', 'body: must be a day such as 2026-09-14'],
    [z.iso.datetime(), 'x', 'body: must be a time such as 2026-09-14T08:00:00Z'],
    [z.string().regex(/^a$/), 'x', 'body: is not written in the form that is expected'],
    [z.string().regex(/^a$/, 'must be an a'), 'x', 'body: must be an a'],
    [z.string().min(1), '', 'body: must not be empty'],
    [z.string().min(2), '', 'body: must have at least 2 characters'],
    [z.string().max(1), 'xx', 'body: must have at most 1 character'],
    [z.array(z.string()).max(2), ['', '', ''], 'body: must have at most 2 entries'],
    [z.number().min(3), 1, 'body: must be at least 3'],
    [z.number().positive(), 0, 'body: must be more than 0'],
    [z.number().lt(3), 3, 'body: must be less than 3'],
    [z.number().multipleOf(5), 3, 'body: must be a multiple of 5'],
    [z.enum(['yes', 'no']), 'x', 'body: must be one of yes, no'],
    [z.literal(1), 2, 'body: must be 1'],
    [z.strictObject({}), { a: 1 }, 'body: has parts that nobody knows: a'],
    [z.string().refine(() => false), 'x', 'body: not a value that is taken here'],
    [z.union([z.string(), z.number()]), true, 'body: not a value that is taken here'],
    [z.object({ a: z.array(z.email()) }), { a: ['x'] }, 'a.0: must be an e-mail address'],
  ])('%#', (schema, given, expected) => {
    expect(sentence(schema, given)).toBe(expected);
  });
});
