import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import { checkTable, compileQuestion, type ReleaseQuestion } from '@atrium/engine';
import { beforeAll, expect, it } from 'vitest';
import { aggregate, stack, table } from '../../engine/src/table/testing/tables.ts';
import { set, terms } from '../../engine/src/testing/definitions.ts';
import { planOf } from '../../engine/src/testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../engine/src/testing/openRelease.ts';
import { workedExample } from '../../engine/src/testing/workedExample.ts';
import { openedIndex } from './testing/openedIndex.ts';

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(workedExample);
});

const id = stack('subject_id');
const by = (entryId: string, direction: 1 | -1 = 1) => [{ entryId, direction }];

/** What people look at: all of it is answered by the index, or narrowed by it. */
const usual: readonly (readonly [string, TableDefinition])[] = [
  ['subjects', table([id, stack('sex'), stack('weight')])],
  ['subjects by a value, ascending', table([id, stack('weight')], by('weight'))],
  ['subjects by a value, descending', table([id, stack('weight')], by('weight', -1))],
  ['subjects with records, by their ids backwards', table([id, stack('severity')], by('subject_id', -1))],
  ['subjects by a value of records', table([id, stack('severity')], by('severity', -1))],
  [
    'subjects by a number of records',
    table([id, aggregate('severity', 'count_all')], by('severity_count_all', -1)),
  ],
  [
    'subjects by a number of values',
    table([id, aggregate('code', 'count_distinct')], by('code_count_distinct')),
  ],
  ['subjects by the latest value', table([id, aggregate('severity', 'latest')], by('severity_latest', -1))],
  ['subjects by the highest value', table([id, aggregate('value', 'max')], by('value_max'))],
  ['values without subjects', table([stack('sex'), stack('race')], by('race', -1))],
  ['records without subjects', table([stack('code'), stack('severity')])],
];

/** The first of them need no statement. */
const inIndexAlone = 5;

const cohorts = [[], [set('diagnosis', [terms('code', ['SEPTAL'])])]];
const windows = [
  { limit: 3, offset: 0 },
  { limit: 2, offset: 3 },
  { limit: 10, offset: 100 },
];

it.each(usual)('the index answers tables of %s', async (_, definition) => {
  const { lookup } = open.release;
  const checked = checkTable(definition, { lookup, member: { level: 'phi' } });
  for (const cohort of cohorts) {
    const common = { table: checked, plan: planOf(open, cohort) };
    const questions: readonly ReleaseQuestion[] = [
      { kind: 'recordCount', ...common },
      ...windows.map((window) => ({ kind: 'page', ...common, window }) as const),
    ];
    for (const question of questions) {
      const expected = await open.run(compileQuestion(question, open.release));
      expect(await (await openedIndex(open)).ask(question)).toEqual(expected);
    }
  }
});

it.each(usual.slice(0, inIndexAlone))('and no statement is needed for %s', async (_, definition) => {
  const { lookup } = open.release;
  const checked = checkTable(definition, { lookup, member: { level: 'phi' } });
  const question = {
    kind: 'page',
    table: checked,
    plan: planOf(open, []),
    window: { limit: 3, offset: 1 },
  } as const;
  expect((await (await openedIndex(open)).answerOf(question))?.kind).toBe('rows');
});
