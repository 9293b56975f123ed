import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import { expect, it } from 'vitest';
import { choice, set, terms } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';
import { workedExample } from '../testing/workedExample.ts';
import { aggregate, runTable, stack, table } from './testing/tables.ts';

const open = await openRelease(workedExample);

const asd = 'Atrial septal defect';
const vsd = 'Ventricular septal defect';
const septalSevere: CohortDefinition = [
  set('diagnosis', [terms('code', ['SEPTAL']), choice('severity', 'severe')]),
];
const fewSeptal: CohortDefinition = [
  set('diagnosis', [terms('code', ['SEPTAL'])], { count: ['at most', 1] }),
];
const vsdAndSevere: CohortDefinition = [
  set('diagnosis', [terms('code', ['VSD'])], { id: 'one' }),
  set('diagnosis', [choice('severity', 'severe')], { id: 'two' }),
];

interface Worked {
  readonly name: string;
  readonly cohort: CohortDefinition;
  readonly definition: TableDefinition;
  readonly subjects: number;
  readonly rows: readonly (readonly unknown[])[];
}

/** Tables of the worked example in the default order, nulls last (rules 1.8 and 5.14). */
const worked: readonly Worked[] = [
  {
    name: 'T1 sex',
    cohort: [],
    definition: table([stack('sex')]),
    subjects: 6,
    rows: [['F'], ['M'], ['U'], [null]],
  },
  {
    name: 'T2 id, race stacked',
    cohort: [],
    definition: table([stack('subject_id'), stack('race')]),
    subjects: 6,
    rows: [
      ['S1', 'Asian'],
      ['S1', 'White'],
      ['S2', 'White'],
      ['S3', null],
      ['S4', 'Asian'],
      ['S5', 'Black'],
      ['S6', 'Black'],
      ['S6', 'White'],
    ],
  },
  {
    name: 'T3 id, severity stacked',
    cohort: [],
    definition: table([stack('subject_id'), stack('severity')]),
    subjects: 6,
    rows: [
      ['S1', 'mild'],
      ['S1', 'severe'],
      ['S2', 'severe'],
      ['S2', null],
      ['S3', null],
      ['S4', 'severe'],
      ['S5', 'mild'],
      ['S6', null],
    ],
  },
  {
    name: 'T4 id, severity listed and counted',
    cohort: [],
    definition: table([
      stack('subject_id'),
      aggregate('severity', 'list_distinct'),
      aggregate('severity', 'count_all'),
      aggregate('severity', 'count_distinct'),
    ]),
    subjects: 6,
    rows: [
      ['S1', ['mild', 'severe'], 2, 2],
      ['S2', 'severe', 1, 1],
      ['S3', null, 0, 0],
      ['S4', 'severe', 1, 1],
      ['S5', 'mild', 1, 1],
      ['S6', null, 0, 0],
    ],
  },
  {
    name: 'T5 septal and severe, id, code stacked',
    cohort: septalSevere,
    definition: table([stack('subject_id'), stack('code')]),
    subjects: 2,
    rows: [
      ['S1', asd],
      ['S2', vsd],
    ],
  },
  {
    name: 'T6 at most one septal, id, severity stacked: subjects stay with nulls',
    cohort: fewSeptal,
    definition: table([stack('subject_id'), stack('severity')]),
    subjects: 4,
    rows: [
      ['S3', null],
      ['S4', null],
      ['S5', null],
      ['S6', null],
    ],
  },
  {
    name: 'T6 at most one septal, severity counted',
    cohort: fewSeptal,
    definition: table([stack('subject_id'), aggregate('severity', 'count_all')]),
    subjects: 4,
    rows: [
      ['S3', 0],
      ['S4', 0],
      ['S5', 0],
      ['S6', 0],
    ],
  },
  {
    name: 'T7 id, code, lab test stacked: a cross product within each subject',
    cohort: [],
    definition: table([stack('subject_id'), stack('code'), stack('test')]),
    subjects: 6,
    rows: [
      ['S1', asd, 'HGB'],
      ['S1', asd, 'PLT'],
      ['S1', vsd, 'HGB'],
      ['S1', vsd, 'PLT'],
      ['S2', vsd, 'HGB'],
      ['S2', vsd, 'PLT'],
      ['S3', null, null],
      ['S4', 'Tetralogy of Fallot', 'HGB'],
      ['S5', 'unmapped XX9', 'PLT'],
      ['S6', null, null],
    ],
  },
  {
    name: 'T8 two sets, code listed: the rows of either set',
    cohort: vsdAndSevere,
    definition: table([stack('subject_id'), aggregate('code', 'list_all')]),
    subjects: 2,
    rows: [
      ['S1', [asd, vsd]],
      ['S2', [vsd, vsd]],
    ],
  },
];

it.each(worked)('$name', async ({ cohort, definition, subjects, rows }) => {
  const run = await runTable(open, definition, { cohort });
  expect(run.rows).toEqual(rows);
  expect(run.records).toBe(rows.length);
  expect((await findSubjects(open, cohort)).split(' ')).toHaveLength(subjects);
});

const inPages = async ({ cohort, definition, rows }: (typeof worked)[number]): Promise<void> => {
  const pages = [];
  for (let offset = 0; offset < rows.length; offset += 2) {
    pages.push(...(await runTable(open, definition, { cohort, page: { limit: 2, offset } })).rows);
  }
  expect(pages).toEqual(rows);
};
/** A cross product, and lists beside aggregates. */
const isInGate = ({ name }: (typeof worked)[number]): boolean => /^T[47]/.test(name);
const together = '$name: pages put together are the whole table';
it.each(worked.filter(isInGate))(together, inPages);
it.each(worked.filter((one) => !isInGate(one)))(together, { tags: 'long' }, inPages);
