import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './descriptorFaults.ts';

const schema = z.object({
  name: z.string('must be given'),
  fields: z.array(z.object({ type: z.string('must not be undefined') })),
});

const faultsOf = (document: unknown) =>
  describeIssues(schema.safeParse(document).error?.issues ?? [], document);

it('a property is missing where the descriptor has no such key, whatever words the schema has for it', () => {
  expect(faultsOf({ fields: [{}] })).toEqual([
    'package, name: is missing (a string is expected)',
    'package, field 1, type: is missing (a string is expected)',
  ]);
});

it('a property of the wrong type is not called missing, whatever words the schema has for it', () => {
  expect(faultsOf({ name: null, fields: [{ type: 5 }] })).toEqual([
    'package, name: must be of type string',
    'package, field 1, type: must be of type string',
  ]);
});
