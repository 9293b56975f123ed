import { type Purpose, researchKinds, workTraits } from '@atrium/contract/documents/purpose';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DataUse } from '../dictionary/dictionary.ts';
import { casesOr } from '../testing/effort.ts';
import { refusalOfUse } from './dataUse.ts';
import { isWiderUse, type UseChange, widerUses } from './widerUse.ts';

it.each<readonly [before: string | null, after: string | null, isWider: boolean]>([
  ['HMB', 'GRU', true],
  ['GRU', 'HMB', false],
  ['GRU', 'NRES', false],
  ['GRU', 'GRU CC', false],
  ['DUO:0000042', 'GRU', false],
  ['HMB; IRB', 'HMB', true],
  ['HMB', 'HMB; IRB', false],
  ['HMB; IRB:A', 'HMB; IRB:B', true],
  ['HMB; IRB', 'HMB; PUB', true],
  ['DS:A', 'HMB', true],
  ['HMB', 'DS:A', true],
  ['HMB', 'DS:A NPOA', false],
  ['DS:A', 'DS:A DS:B', true],
  ['DS:A DS:B', 'DS:B', false],
  ['HMB', 'POA', true],
  ['GRU; NPU', 'GRU; NCU', true],
  ['GRU; NPUNCU', 'GRU; NPU NCU', false],
  ['GRU; GSO', 'GRU', true],
  ['GRU LATER', 'GRU', true],
  ['GRU', 'GRU LATER', false],
  [null, 'DS:A', true],
  [null, 'IRB', false],
  ['HMB', null, false],
  ['HMB POA', 'HMB', true],
])('codes %s before and %s now are wider: %s (rule 1.30)', (before, after, isWider) => {
  expect(isWiderUse(before, after)).toBe(isWider);
});

const codes = [
  'GRU',
  'HMB',
  'POA',
  'DS:A',
  'DS:B',
  'NPOA',
  'NMDS',
  'GSO',
  'NPU',
  'NCU',
  'NPUNCU',
  'IRB',
  'IRB:A',
  'PUB',
  'LATER',
];
const subsets = <Item>(of: readonly Item[]): Item[][] =>
  of.reduce<Item[][]>((sets, item) => sets.flatMap((set) => [set, [...set, item]]), [[]]);
/** Slow and obvious: everything that can be meant and confirmed with these codes. */
const everyPurpose: readonly Purpose[] = researchKinds.flatMap((research) =>
  (research === 'disease' ? ['A', 'B', 'C'] : [null]).flatMap((disease) =>
    subsets(workTraits).flatMap((involves) =>
      subsets(['IRB', 'IRB:A', 'PUB']).map((confirms) => ({ research, disease, involves, confirms })),
    ),
  ),
);

it('codes are wider where some purpose is allowed that was not, of all there are (rule 1.30)', () => {
  const cell = fc.subarray(codes, { maxLength: 4 }).map((some) => some.join(' '));
  fc.assert(
    fc.property(cell, cell, (before, after) => {
      const slowly = everyPurpose.some(
        (purpose) => refusalOfUse(after, purpose) === null && refusalOfUse(before, purpose) !== null,
      );
      expect(isWiderUse(before, after)).toBe(slowly);
    }),
    { numRuns: casesOr(300, { inGate: 60 }) },
  );
});

const useOf = (given: Partial<DataUse>): DataUse => ({
  ...{ conceptId: 'use', occurring: [], titles: {}, forAggregates: null },
  ...given,
});
const change = (before: string | null, after: string | null, subjects: number): UseChange => ({
  ...{ before, after, subjects },
});
const health: Purpose = { research: 'health', disease: null, involves: [], confirms: [] };

it('a release opens more by wider codes, by a wider purpose of those who see aggregates, and where nobody is known by the id (rule 1.30)', () => {
  const occurring = [
    { codes: 'GRU', subjects: 5 },
    { codes: 'HMB', subjects: 3 },
  ];
  const named = (before: Partial<DataUse>, after: Partial<DataUse>, changes: readonly UseChange[]) =>
    widerUses(useOf({ occurring, ...before }), useOf({ occurring, ...after }), changes).map(
      ({ kind, subjects }) => `${kind}:${subjects}`,
    );
  const same = [change('GRU', 'GRU', 5), change('HMB', 'HMB', 3)];
  expect(named({}, {}, same)).toEqual([]);
  expect(named({}, {}, [...same, change('HMB', 'GRU', 2), change(null, 'HMB', 1)])).toEqual(['codes:3']);
  expect(named({}, { forAggregates: health }, same)).toEqual(['aggregates:3']);
  expect(named({ forAggregates: health }, {}, same)).toEqual([]);
  expect(named({}, {}, [])).toEqual(['unknown:8']);
  // Nobody of the live release has codes, and who comes with wider ones may be one of them.
  expect(named({ occurring: [] }, {}, [])).toEqual(['unknown:8']);
  const everybodys = (codes: string) => ({ conceptId: null, occurring: [{ codes, subjects: 8 }] });
  expect(named(everybodys('GRU'), everybodys('GRU'), [])).toEqual([]);
  expect(named(everybodys('HMB'), everybodys('GRU'), [])).toEqual(['unknown:8']);
});
