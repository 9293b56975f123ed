import type { CohortDefinition, Relative } from '@atrium/contract/wire/cohortDefinition';
import { beforeAll, expect, it } from 'vitest';
import { choice, set } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { plainFamilies, plainMembers } from '../testing/plainFamilies.ts';
import type { PlainRelease } from '../testing/plainRelease.ts';
import { withVisibility } from '../testing/reference/referenceVisibility.ts';
import { checkCohort } from './check/checkCohort.ts';

const person = (id: string, role: string, [affected, consents]: readonly [boolean, boolean]) => ({
  subjects: [id],
  values: { id, family: 'f1', role, affected, consents },
});
const oneFamily: PlainRelease = {
  families: plainFamilies,
  collections: [
    {
      id: 'subject',
      concepts: [...plainMembers, { id: 'consents', type: 'boolean' }],
      rows: [
        person('a', 'aunt', [false, false]),
        person('c', 'child', [true, true]),
        person('f', 'father', [true, true]),
        person('m', 'mother', [false, false]),
      ],
    },
  ],
};

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(oneFamily);
});

const about = (relative: Relative, ...values: readonly boolean[]): CohortDefinition => [
  {
    ...set(
      'subject',
      values.map((value) => choice('affected', value)),
    ),
    about: relative,
  },
];

it.each<[string, CohortDefinition, string, string]>([
  ['a mother', about('mother'), 'c', ''],
  ['a father', about('father'), 'c', 'c'],
  ['somebody unaffected in the family', about('any_member', false), 'a c f m', ''],
  ['everybody of the family affected', about('all_members', true), '', 'c f'],
])('a relative whom the member may not see is not there: %s (rule 1.24)', async (_, asked, all, seen) => {
  expect(await findSubjects(open, asked)).toBe(all);
  const visible = withVisibility(open, { subjects: ['consents'], topCodesAges: false, showsYears: false });
  expect(await findSubjects(visible, asked)).toBe(seen);
});

it('nobody asks about a sibling where no word says who is one, nor about relatives without their concepts', () => {
  const { lookup } = open.release;
  const check = (definition: CohortDefinition, level: 'phi' | 'agg') =>
    checkCohort(definition, { lookup, member: { level } });
  const refused = (relative: string) => ({
    kind: 'broken',
    errors: [{ part: 'set', message: `You may not ask about ${relative}.` }],
  });
  expect(check(about('sibling'), 'phi')).toMatchObject(refused('a sibling'));
  expect(check(about('mother'), 'agg')).toMatchObject(refused('the mother'));
  const without = { ...lookup, concept: (id: string) => (id === 'role' ? undefined : lookup.concept(id)) };
  expect(checkCohort(about('mother'), { lookup: without, member: { level: 'phi' } })).toMatchObject(
    refused('the mother'),
  );
});
