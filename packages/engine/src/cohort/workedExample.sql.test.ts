import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anyDate,
  choice,
  dates,
  day,
  exclude,
  near,
  or,
  range,
  set,
  terms,
  withPrefilter,
} from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { workedExample } from '../testing/workedExample.ts';

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(workedExample);
});

const root = (...entries: CohortDefinition[number]['entries']): CohortDefinition => [set('subject', entries)];
const diagnosis = (...entries: CohortDefinition[number]['entries']): CohortDefinition => [
  set('diagnosis', entries),
];
const stay = (...entries: CohortDefinition[number]['entries']): CohortDefinition => [set('stay', entries)];
const lab = (...entries: CohortDefinition[number]['entries']): CohortDefinition => [set('lab', entries)];

const hgb = (filter: ReturnType<typeof range>) => withPrefilter(filter, 'HGB');
const septal = terms('code', ['SEPTAL']);
const vsd = terms('code', ['VSD']);
const severe = choice('severity', 'severe');
const from = (dateMin: string) => ({ kind: 'date_range', dateMin: day(dateMin) }) as const;
const until = (dateMax: string) => ({ kind: 'date_range', dateMax: day(dateMax) }) as const;
const nearVsd = (from: number, to: number): CohortDefinition => [
  set('diagnosis', [vsd], { event: anyDate }),
  set('lab', [choice('test', 'HGB')], { event: near('diagnosis', from, to) }),
];
const nearDiagnosis = (from: number, to: number): CohortDefinition => [
  set('diagnosis', [], { event: anyDate }),
  set('diagnosis', [], { id: 'later', event: near('diagnosis', from, to) }),
];

const rows: readonly (readonly [string, CohortDefinition, string])[] = [
  ['A1 nothing asked', [], 'S1 S2 S3 S4 S5 S6'],
  ['A1 empty root set', root(), 'S1 S2 S3 S4 S5 S6'],
  ['A2 sex in F', root(choice('sex', 'F')), 'S1 S4'],
  ['A3 exclude sex F', root(exclude(choice('sex', 'F'))), 'S2 S3 S5 S6'],
  ['A5 sex null', root(choice('sex', null)), 'S3'],
  ['A6 sex in F + null', root(choice('sex', 'F', null)), 'S1 S3 S4'],
  ['A7 exclude sex F + null', root(exclude(choice('sex', 'F', null))), 'S2 S5 S6'],
  ['A8 exclude sex null', root(exclude(choice('sex', null))), 'S1 S2 S4 S5 S6'],
  ['B1 weight >= 0', root(range('weight', 0, null)), 'S1 S2 S4 S5'],
  ['B2 weight <= 10', root(range('weight', null, 10)), 'S1 S2'],
  ['B3 exclude weight >= 10', root(exclude(range('weight', 10, null))), 'S2 S3 S6'],
  ['B4 weight >= 10 or null', root(range('weight', 10, null, { orNull: true })), 'S1 S3 S4 S5 S6'],
  ['B5 exclude weight >= 10 or null', root(exclude(range('weight', 10, null, { orNull: true }))), 'S2'],
  ['C1 enrolled true', root(choice('enrolled', true)), 'S1 S4'],
  ['C2 enrolled true + null', root(choice('enrolled', true, null)), 'S1 S3 S4 S5'],
  ['C3 enrolled false', root(choice('enrolled', false)), 'S2 S6'],
  ['D1 race Asian', root(choice('race', 'Asian')), 'S1 S4'],
  ['D2 race Asian or White', root(choice('race', 'Asian', 'White')), 'S1 S2 S4 S6'],
  ['D3 race Asian and race White', root(choice('race', 'Asian'), choice('race', 'White')), 'S1'],
  ['D4 exclude race White', root(exclude(choice('race', 'White'))), 'S3 S4 S5'],
  ['D6 race null', root(choice('race', null)), 'S3'],
  ['D7 race Asian and exclude White', root(choice('race', 'Asian'), exclude(choice('race', 'White'))), 'S4'],
  ['E1 empty diagnosis set', diagnosis(), 'S1 S2 S4 S5 S6'],
  ['E2 VSD', diagnosis(vsd), 'S1 S2'],
  ['E3 SEPTAL', diagnosis(septal), 'S1 S2'],
  ['E4 CHD', diagnosis(terms('code', ['CHD'])), 'S1 S2 S4'],
  ['E5 unknown only', diagnosis(terms('code', [], { orUnknown: true })), 'S5'],
  ['E6 SEPTAL + unknown', diagnosis(terms('code', ['SEPTAL'], { orUnknown: true })), 'S1 S2 S5'],
  ['E7 code null', diagnosis(terms('code', [], { orNull: true })), 'S6'],
  ['E7b SEPTAL or null', diagnosis(terms('code', ['SEPTAL'], { orNull: true })), 'S1 S2 S6'],
  ['F1 SEPTAL and severe', diagnosis(septal, severe), 'S1 S2'],
  ['F1b VSD and severe', diagnosis(vsd, severe), 'S2'],
  ['F2 VSD; severe', [...diagnosis(vsd), set('diagnosis', [severe], { id: 'other' })], 'S1 S2'],
  ['F3 VSD or severe', [set('diagnosis', [or(vsd, severe)])], 'S1 S2 S4'],
  ['G1 exclude severe', diagnosis(exclude(severe)), 'S1 S2 S5 S6'],
  ['G2 severe exactly 0', [set('diagnosis', [severe], { count: ['exactly', 0] })], 'S3 S5 S6'],
  ['G3 exclude VSD', diagnosis(exclude(vsd)), 'S1 S4 S5 S6'],
  ['G4 VSD exactly 0', [set('diagnosis', [vsd], { count: ['exactly', 0] })], 'S3 S4 S5 S6'],
  ['G5 exclude severe + null', diagnosis(exclude(choice('severity', 'severe', null))), 'S1 S5'],
  ['G6 severity null', diagnosis(choice('severity', null)), 'S2 S6'],
  ['G7 empty exactly 0', [set('diagnosis', [], { count: ['exactly', 0] })], 'S3'],
  ['at most 0 is exactly 0', [set('diagnosis', [], { count: ['at most', 0] })], 'S3'],
  [
    'at least 0 restricts nothing',
    [set('diagnosis', [vsd], { count: ['at least', 0] })],
    'S1 S2 S3 S4 S5 S6',
  ],
  ['H1 at least 2', [set('diagnosis', [], { count: ['at least', 2] })], 'S1 S2'],
  ['H7 exactly 1', [set('diagnosis', [], { count: ['exactly', 1] })], 'S4 S5 S6'],
  ['H2 at least 2 SEPTAL', [set('diagnosis', [septal], { count: ['at least', 2] })], 'S1 S2'],
  ['H3 exactly 1 SEPTAL', [set('diagnosis', [septal], { count: ['exactly', 1] })], ''],
  ['H4 at most 1 SEPTAL', [set('diagnosis', [septal], { count: ['at most', 1] })], 'S3 S4 S5 S6'],
  [
    'I1 rows are counted once',
    [set('stay', [choice('reasons', 'surgery', 'cath')], { count: ['at least', 2] })],
    '',
  ],
  ['I3 cath and surgery on one stay', stay(choice('reasons', 'cath'), choice('reasons', 'surgery')), 'S1'],
  ['I4 exclude cath', stay(exclude(choice('reasons', 'cath'))), 'S2 S6'],
  ['I5 reason null', stay(choice('reasons', null)), 'S2'],
  ['J1 value >= 12', lab(range('value', 12, null)), 'S1 S2 S5'],
  ['J2 HGB >= 12', lab(hgb(range('value', 12, null))), 'S1 S2'],
  ['J3 HGB 12 to 13', lab(hgb(range('value', 12, 13))), 'S1'],
  ['J4 HGB null', lab(hgb(range('value', null, null, { orNull: true }))), 'S4'],
  ['J5 HGB exclude >= 13', lab(hgb(exclude(range('value', 13, null)))), 'S1 S4'],
  [
    'J6 two sets are no prefilter',
    [...lab(range('value', 12, 13)), set('lab', [choice('test', 'HGB')], { id: 'other' })],
    'S1 S2',
  ],
  ['K1 diagnosed since', [set('diagnosis', [], { event: from('2020-06-01') })], 'S1 S2 S6'],
  ['K2 date in 2020', diagnosis(dates('diagnosis_date', '2020-01-01', '2020-12-31')), 'S1'],
  ['K3 severe until', [set('diagnosis', [severe], { event: until('2021-12-31') })], 'S1 S2'],
  ['K4 severe any date', [set('diagnosis', [severe], { event: anyDate })], 'S1 S2 S4'],
  [
    'K7 stay end since',
    [set('stay', [], { event: { kind: 'interval_date_range', dateEndMin: day('2021-04-01') } })],
    'S6',
  ],
  [
    'K8 stay start since',
    [set('stay', [], { event: { kind: 'interval_date_range', dateStartMin: day('2021-04-01') } })],
    'S2 S6',
  ],
  ['L1 HGB 0 to 7 days after VSD', nearVsd(0, 7), 'S1'],
  ['L2 HGB within 7 days of VSD', nearVsd(-7, 7), 'S1 S2'],
  [
    'L4 diagnosis during a stay',
    [set('stay', [], { event: anyDate }), set('diagnosis', [], { event: near('stay', 0, 0, 'end') })],
    'S1 S2',
  ],
  ['L5 same day as another diagnosis', nearDiagnosis(0, 0), ''],
  ['L6 1 to 30 days after another diagnosis', nearDiagnosis(1, 30), 'S2'],
];

describe('the worked example (rule 1.8)', () => {
  it.each(rows)('%s', async (_, definition, subjects) => {
    expect(await findSubjects(open, definition)).toBe(subjects);
  });
});
