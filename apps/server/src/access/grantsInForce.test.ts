import { accessLevels } from '@atrium/contract/wire/access';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../../packages/engine/src/testing/effort.ts';
import { grantsInForce, type SourceGrant } from './grantsInForce.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));
const lastHour = 6;

const randomGrants = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom('everybody:', 'passport:a', 'passport:b', 'table'),
    level: fc.constantFrom(...accessLevels),
    canViewWorkspace: fc.boolean(),
    canViewSubjectDetails: fc.boolean(),
    groups: fc.subarray(['east', 'north']),
    endsAt: fc.option(fc.integer({ min: 0, max: lastHour }).map(at), { nil: null }),
  }),
  { selector: ({ source }) => source },
);

/** Slow and obvious: each question is asked of each grant that is live. */
function said(grants: readonly SourceGrant[], hour: number) {
  const live = grants.filter(({ endsAt }) => endsAt === null || at(hour) < endsAt);
  const level = accessLevels.find((one) => live.some((grant) => grant.level === one));
  const any = (holds: (grant: SourceGrant) => boolean): boolean =>
    live.some((grant) => grant.level === level && holds(grant));
  return level === undefined
    ? null
    : {
        level,
        canViewWorkspace: any((grant) => grant.canViewWorkspace),
        canViewSubjectDetails: any((grant) => grant.canViewSubjectDetails),
        groups: ['east', 'north'].filter((name) => any(({ groups }) => groups.includes(name))),
      };
}

it('a member may what the live grants of the highest level say together, and the end of one takes only what it gave (rule 8.42)', () => {
  fc.assert(
    fc.property(randomGrants, (grants) => {
      const hours = Array.from({ length: lastHour + 2 }, (_, hour) => hour);
      for (const hour of hours) {
        const inForce = grantsInForce(grants, at(hour));
        const expected = said(grants, hour);
        if (inForce === null) expect(expected).toBeNull();
        else {
          const { endsAt, sources, ...rights } = inForce;
          expect(rights).toEqual(expected);
          expect(sources.length).toBeGreaterThan(0);
          const change = hours.find(
            (later) => later > hour && JSON.stringify(said(grants, later)) !== JSON.stringify(expected),
          );
          expect(endsAt).toEqual(change === undefined ? null : at(change));
        }
      }
    }),
    { numRuns: casesOr(200) },
  );
});
