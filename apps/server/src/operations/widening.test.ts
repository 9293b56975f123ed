import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import { expect, it } from 'vitest';
import { presentUnconfirmed, withoutWidening } from './widening.ts';

const none: ReadonlySet<string> = new Set();
const phi = { level: 'phi' } as const;
const agg = { level: 'agg' } as const;
const publicRecord: NonNullable<DatasetSettings['publicRecord']> = {
  creators: [{ name: 'Consortium', kind: 'organization' }],
  publisher: { name: 'Institute' },
  conditions: 'For research.',
  dataUse: [],
  keywords: [],
  themes: [],
  variables: [],
  dois: {},
};

const wider: readonly (readonly [what: string, wanted: DatasetSettings, inForce: DatasetSettings])[] = [
  ['automatic membership', { autoMembership: agg }, {}],
  ['another level of automatic membership', { autoMembership: phi }, { autoMembership: agg }],
  [
    'automatic membership without its groups',
    { autoMembership: agg },
    { autoMembership: { level: 'agg', groups: ['north'] } },
  ],
  ['no threshold', { smallCountThreshold: 0 }, {}],
  ['a threshold below the default', { smallCountThreshold: 10 }, {}],
  ['a lower threshold', { smallCountThreshold: 15 }, { smallCountThreshold: 20 }],
  ['the default after a higher threshold', {}, { smallCountThreshold: 20 }],
  ['no least change', { leastChange: 0 }, {}],
  ['a smaller least change', { leastChange: 15 }, { leastChange: 20 }],
  ['the default after a larger least change', {}, { leastChange: 20 }],
  ['a listed dataset', { listed: true }, { listed: false }],
  ['the default after an unlisted dataset', {}, { listed: false }],
  ['longer memberships', { maxMembershipDays: 400 }, { maxMembershipDays: 365 }],
  ['more rows a day', { exportRowsPerDay: 200 }, { exportRowsPerDay: 100 }],
  ['rows without a limit', {}, { exportRowsPerDay: 100 }],
  ['a public record', { publicRecord }, {}],
  ['memberships without an end', {}, { maxMembershipDays: 365 }],
];

it.each(wider)('a package opens nothing by itself: %s', (_what, wanted, inForce) => {
  const { settings, unconfirmed } = withoutWidening({ wanted, inForce, decided: none });
  expect(settings).toEqual(inForce);
  expect(unconfirmed).toHaveLength(1);
});

it.each(wider)('a steward opens: %s', (_what, wanted, inForce) => {
  const decided = new Set([
    'autoMembership',
    'smallCountThreshold',
    'leastChange',
    'listed',
    'maxMembershipDays',
    'exportRowsPerDay',
    'publicRecord',
  ]);
  expect(withoutWidening({ wanted, inForce, decided })).toEqual({ settings: wanted, unconfirmed: [] });
});

it.each<readonly [string, DatasetSettings, DatasetSettings]>([
  ['less', { smallCountThreshold: 20, listed: false }, { autoMembership: agg, smallCountThreshold: 11 }],
  [
    'the same',
    { autoMembership: phi, smallCountThreshold: 0 },
    { autoMembership: phi, smallCountThreshold: 0 },
  ],
  ['a shorter membership', { maxMembershipDays: 90 }, { maxMembershipDays: 365 }],
  ['the defaults', { smallCountThreshold: 11, listed: true }, {}],
  ['a larger least change', { leastChange: 12 }, {}],
  ['what opens nothing', { siteTitle: 'Heart', overviewConcepts: ['sex'] }, {}],
])('what a package says is in force at once where it is %s', (_what, wanted, inForce) => {
  expect(withoutWidening({ wanted, inForce, decided: none })).toEqual({ settings: wanted, unconfirmed: [] });
});

it('the lines name each setting, what is in force instead, and how it is confirmed', () => {
  const wanted = { autoMembership: phi, smallCountThreshold: 0 };
  const { unconfirmed } = withoutWidening({ wanted, inForce: {}, decided: none });
  expect(presentUnconfirmed('heart', unconfirmed)).toEqual([
    'The package would open more than is open now. This is NOT in force until a steward confirms it:',
    '  - autoMembership: {"level":"phi"} (in force: none)',
    '  - smallCountThreshold: 0 (in force: 11)',
    '  Confirm with: atrium dataset set heart --confirm autoMembership --confirm smallCountThreshold',
  ]);
});
