import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import {
  birth,
  bySex,
  compare,
  curves,
  groups,
  mild,
  pathway,
  severe,
  times,
} from '../testing/comparisons.ts';
import { onPortal } from '../testing/onPortal.ts';

const it = onPortal();
/** Combined of 41 parts, with everybody else. */
const many = [...Array(6).fill({ kind: 'everyone' }), { kind: 'cohort' }];
const combinedOf = (groups: readonly object[]) => ({ kind: 'combined', operation: 'or', groups });
const tooMany = [
  combinedOf(Array(6).fill(combinedOf(many.slice(0, 6)))),
  combinedOf(many.slice(3)),
  { kind: 'rest' },
];

it('a comparison has two to six groups of the member, and concepts that have comparable values (rule 17.1)', async ({
  ada,
  bo,
}) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const refused = [
    await compare(ada, [{ kind: 'cohort' }], ['sex']),
    await compare(ada, [{ kind: 'cohort' }, { kind: 'report', report_id: 999_999 }], ['sex']),
    await compare(ada, [{ kind: 'values', concept_id: 'weight', of: 'everyone' }], ['sex']),
    await compare(ada, [{ kind: 'cohort' }, { kind: 'rest' }], ['note']),
    await compare(bo, [bySex], ['gone']),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 404, 400, 400, 404]);
  const combined = await ada.post(ada.address('comparison/overlaps/'), { groups: tooMany });
  expect([combined.statusCode, combined.json().detail]).toEqual([
    400,
    expect.stringContaining('at most 40 parts in all, not 41'),
  ]);
});

it('numbers stand with their figures, difference and tests, and the audit says what was compared (rules 17.3 to 17.6)', async ({
  ada,
}) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const reply = await compare(
    ada,
    [{ kind: 'cohort' }, { kind: 'rest' }],
    ['weight', 'sex', 'diagnosis_severity'],
  );
  const table = reply.json();
  expect(table).toMatchObject({
    groups: [
      { title: 'Active cohort', count: 3, cohort_receipt: expect.any(String) },
      { title: 'Everybody else', count: 3, cohort_receipt: null },
    ],
    in_several: 0,
    suppression: null,
  });
  const [weight, sex, severity] = table.concepts;
  // In R: x <- c(9.5, 61, 3.4); c(mean(x), sd(x), quantile(x)); t.test(x, c(16.25, 80.5)); wilcox.test(…, exact = FALSE)
  expect(weight).toMatchObject({
    kind: 'number',
    unit: 'kg',
    missing: [0, 1],
    numbers: [
      { n: 3, mean: 24.633333333333333, median: 9.5, q1: 6.45, q3: 35.25 },
      { n: 2, mean: 48.375, median: 48.375 },
    ],
  });
  expect(weight.tests.map(({ test }: { test: string }) => test)).toEqual(['welch', 'wilcoxon']);
  expect(sex).toMatchObject({
    values: [
      { label: 'Female', subjects: [3, 0] },
      { label: 'Male', subjects: [0, 2] },
      { label: 'Unknown', subjects: [0, 1] },
    ],
    known: [3, 3],
    tests: [{ test: 'chiSquared', df: [2], is_rough: true }],
  });
  // Who has several diagnoses counts at each severity; the figures are of all records, and no test is made.
  expect(severity).toMatchObject({
    values: [
      { label: 'mild', subjects: [2, 0] },
      { label: 'severe', subjects: [1, 1] },
    ],
    missing: [1, 2],
    known: [2, 1],
    tests: [],
  });
  const { results } = (await ada.get('audit/')).json();
  expect(results[0]).toMatchObject({
    action: 'comparison',
    detail: { groups: 2, counts: '3, 3', compared: 'concepts' },
  });
});

it('groups that overlap are not tested, and how many are in several is said (rule 17.2)', async ({ ada }) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'weight', cd_numeric_max: 20 });
  const table = (await compare(ada, [{ kind: 'cohort' }, bySex], ['weight'])).json();
  expect(table.groups.map(({ count }: { count: number }) => count)).toEqual([3, 3, 2, 1]);
  expect(table).toMatchObject({ in_several: 3, concepts: [{ tests: [] }] });
});

it('each region of overlapping groups has its subjects, and becomes the active cohort (rules 17.23 to 17.25)', async ({
  ada,
  cy,
}) => {
  const { cohort, post, address } = ada;
  await cohort.edit({ type: 'clear_all' });
  await cohort.edit({ type: 'add_entry', concept_id: 'diagnosis_severity', selected_categories: ['mild'] });
  const { snapshot_id } = await cohort.edit({ type: 'add_entry', concept_id: 'weight', cd_numeric_max: 20 });
  const female = { kind: 'value', concept_id: 'sex', value: 'Female', of: 'everyone' };
  const either = { kind: 'combined', operation: 'xor', groups: [{ kind: 'cohort' }, female] };
  const groups = [{ kind: 'cohort' }, female, either, { kind: 'rest' }];
  expect((await cy.post(cy.address('comparison/overlaps/'), { groups })).statusCode).toBe(403);
  const found = (await post(address('comparison/overlaps/'), { groups })).json();
  expect(found).toMatchObject({ everyone: 6, snapshot_id });
  expect(found.groups.map(({ title }: { title: string }) => title)).toEqual([
    'Active cohort',
    'Sex: Female',
    'Active cohort or else Sex: Female',
    'Everybody else',
  ]);
  const regions: readonly { in_groups: number[]; count: number; refusal: string | null }[] = found.regions;
  expect(regions.map(({ in_groups, count }) => [in_groups.join(' '), count])).toEqual([
    ['3', 3],
    ['0 1', 2],
    ['1 2', 1],
  ]);
  let shown = snapshot_id;
  for (const { in_groups, count, refusal } of regions) {
    expect([in_groups, refusal]).toEqual([in_groups, null]);
    const made = await post(address('comparison/cohort/'), { groups, in_groups, snapshot_id: shown });
    expect([in_groups, made.json(), await cohort.count()]).toMatchObject([
      in_groups,
      { previous_snapshot_id: shown },
      count,
    ]);
    await ada.get(address(`cohort_def/${shown}/?set_to_active=true`));
    shown = snapshot_id;
  }
});

it('a region that no cohort says, or of another active cohort, is refused and stores nothing (rule 17.25)', async ({
  ada,
}) => {
  const { cohort, post, address } = ada;
  const { snapshot_id } = await cohort.edit({ type: 'clear_all' });
  const make = (in_groups: readonly number[], shown: number | null) =>
    post(address('comparison/cohort/'), { groups, in_groups, snapshot_id: shown });
  const refused = [await make([1], snapshot_id), await make([5], snapshot_id), await make([0], 1)];
  expect(refused.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
    [400, 'bad_request'],
    [400, 'bad_request'],
    [412, 'changed_meanwhile'],
  ]);
  expect(refused[0]?.json().detail).toContain('nobody can be in it');
  expect((await ada.read('cohort_def/')).snapshot_id).toBe(snapshot_id);
});

it('a cohort is compared over all records of its subjects (rule 17.3)', async ({ ada }) => {
  await ada.cohort.edit({
    type: 'add_entry',
    concept_id: 'diagnosis_severity',
    selected_categories: ['severe'],
  });
  const table = (await compare(ada, [{ kind: 'cohort' }, { kind: 'rest' }], ['diagnosis_severity'])).json();
  expect(table.concepts[0].values).toEqual([
    { label: 'mild', subjects: [1, 1] },
    { label: 'severe', subjects: [2, 0] },
  ]);
});

it('who sees aggregates only compares values of one concept over everyone, and gets cells of cross-tabs (rule 17.7)', async ({
  portal,
  dataset,
  ada,
}) => {
  const cy = await portal.aPerson({ dataset, level: 'agg' });
  const refused = [
    await compare(cy, [{ kind: 'cohort' }, { kind: 'rest' }], ['is_proband']),
    await compare(cy, [{ ...bySex, of: 'cohort' }], ['is_proband']),
    await compare(cy, [bySex, { kind: 'rest' }], ['is_proband']),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
  const { concepts, groups, suppression } = (await compare(cy, [bySex], ['is_proband', 'weight'])).json();
  expect({ groups, suppression }).toMatchObject({ groups: [], suppression: { threshold: 11 } });
  expect(concepts.flatMap(({ values }: { values: unknown[] }) => values)).toEqual([]);
  expect((await ada.read('comparison/')).has_cohorts).toBe(true);
  expect((await cy.read('comparison/')).has_cohorts).toBe(false);
});

it('curves begin and end only with times whose days the member sees (rule 17.15)', async ({
  ada,
  bo,
  cy,
}) => {
  const refused = [
    await curves(bo, {}),
    await curves(ada, { zero: { kind: 'birth' } }),
    await curves(ada, { end: { kind: 'value', concept_id: 'weight' } }),
    await curves(ada, { end: { kind: 'record', collection_id: 'gone' } }),
    await curves(ada, { end: { kind: 'record', collection_id: 'participant' } }),
    await curves(ada, { end: { ...severe, concept_id: 'sex' } }),
    await curves(ada, { end: { ...severe, values: [] } }),
    await curves(cy, {}),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 404, 400, 404, 400, 400]);
  expect((await cy.read('comparison/')).times).toBe(null);
  expect((await bo.read('comparison/')).times).toMatchObject({ has_birth: false, concepts: [] });
});

it('each group is followed from time zero to its event, and who is not is counted (rules 17.10 to 17.14)', async ({
  ada,
}) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const left = { no_entry: 0, left_before: 0 };
  expect((await curves(ada, {})).json()).toMatchObject({
    groups: [
      { title: 'Active cohort', count: 3 },
      { title: 'Everybody else', count: 3, cohort_receipt: null },
    ],
    kind: 'survival',
    times: [0, 14, 28, 42, 56],
    curves: [
      {
        ...{ subjects: 1, events: 1, median: 1, at_risk: [1, 0, 0, 0, 0] },
        steps: { time: [1], share: [0], low: [null], high: [null], at_risk: [1], events: [1] },
        left_out: { ...left, no_zero: 0, no_contact: 2 },
      },
      {
        ...{ subjects: 1, events: 1, median: 69, at_risk: [1, 1, 1, 1, 1] },
        left_out: { ...left, no_zero: 1, no_contact: 1 },
      },
    ],
    test: { test: 'logRank', df: [1] },
  });
  const { results } = (await ada.get('audit/')).json();
  expect(results[0]).toMatchObject({ action: 'comparison', detail: { groups: 2, compared: 'times' } });
});

const forR = ({ post, address }: TestPerson, given: object) =>
  post(address('comparison/program/'), { groups, concepts: ['weight', 'sex'], times, ...given });

it('a program in R holds the counts of a comparison as numbers, and its words as comments (rule 17.37)', async ({
  ada,
  cy,
}) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const { program } = (await forR(ada, {})).json();
  expect(program).toContain('# Group 1: Active cohort, n = 3, receipt ');
  expect(program).toContain('expand(c(3.4, 9.5, 61), c(1, 1, 1))');
  expect(program).toContain('test <- t.test(values[[1]], values[[2]])');
  expect(program).toContain('survdiff(');
  const code = program.split('\n').filter((line: string) => !line.startsWith('#'));
  expect(code.join('\n')).not.toMatch(/Female|Active cohort/);
  expect((await forR(cy, {})).statusCode).toBe(403);
});

it('R finds every figure of Table 1 and of the curves as the portal does (rule 17.37)', {
  tags: 'long',
}, async ({ ada, skip }) => {
  const found = spawnSync('Rscript', ['-e', 'library(survival); library(cmprsk)']);
  if (found.status !== 0) skip('R with survival and cmprsk is not here');
  const bySexes = { groups: [bySex], concepts: ['weight', 'is_proband', 'diagnosis_severity'] };
  const followed = [{ end: severe }, { horizon: 30 }, { end: mild, competing: severe }, { entry: mild }];
  const replies = [
    await forR(ada, bySexes),
    await ada.post(ada.address('comparison/pathway/program/'), pathway),
  ];
  for (const given of followed) replies.push(await forR(ada, { times: { ...times, ...given } }));
  for (const reply of replies) {
    const { program } = reply.json();
    const answer = spawnSync('Rscript', ['-'], { input: program, encoding: 'utf8' });
    expect([answer.stdout, answer.status]).toEqual([expect.stringContaining('0 are others'), 0]);
  }
});

it('with a competing event the curve is who has had the event first (rule 17.13)', async ({ ada }) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  // P1 has the end and the competing event on one day.
  const found = (await curves(ada, { end: mild, competing: severe })).json();
  expect(found).toMatchObject({
    kind: 'incidence',
    curves: [
      { events: 1, competing: 0, median: null, steps: { time: [1], share: [1] } },
      { events: 0, competing: 1, steps: { time: [69], share: [0] } },
    ],
  });
});

it('nobody is followed beyond the horizon (rule 17.29)', async ({ ada }) => {
  await ada.cohort.edit({ type: 'clear_all' });
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const [women, others] = (await curves(ada, { horizon: 30 })).json().curves;
  expect([women, others]).toMatchObject([
    { subjects: 1, events: 1, left_out: { after_horizon: 0 } },
    { subjects: 1, events: 0, median: null, steps: { time: [30], share: [1] } },
  ]);
  const { program } = (await forR(ada, { times: { ...times, horizon: 30 } })).json();
  expect(program).toContain('exit = c(1, 30)');
});

it('a pathway is not for who sees aggregates or years only, and has two stages or more (rules 17.30 and 17.34)', async ({
  ada,
  bo,
  cy,
}) => {
  const run = ({ post, address }: TestPerson, given: object) =>
    post(address('comparison/pathway/'), { ...pathway, ...given });
  const refused = [
    await run(cy, {}),
    await run(bo, {}),
    await run(ada, { stages: [birth] }),
    await run(ada, { stages: [birth, { kind: 'record', collection_id: 'gone' }] }),
    await run(ada, { exits: [{ ...severe, values: [] }] }),
    await run(ada, { group: { kind: 'rest' } }),
    await run(ada, { exits: [{ kind: 'value', concept_id: 'sex' }] }),
    await run(ada, { last: { kind: 'value', concept_id: 'sex' } }),
    await run(ada, { group: { kind: 'value', concept_id: 'gone', value: 'a', of: 'everyone' } }),
    await forR(ada, { times: { ...times, competing: { kind: 'value', concept_id: 'sex' } } }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([
    403, 400, 400, 404, 400, 400, 400, 400, 404, 400,
  ]);
  const fields = refused.slice(-4).map((reply) => reply.json().field);
  expect(fields).toEqual(['exits', 'last', 'group', 'times.competing']);
});

it('who reached which stage, who left and how long it took adds up, and each band is a cohort of its size (rules 17.31 to 17.33)', async ({
  ada,
}) => {
  const { cohort, post, address, read } = ada;
  await cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const { snapshot_id } = await cohort.edit({ type: 'clear_all' });
  const found = (await post(address('comparison/pathway/'), pathway)).json();
  const wait = (n: number, median: number) => ({ n, median });
  expect(found).toMatchObject({
    ...{ group: { title: 'Everyone', count: 6 }, not_reached: 1, refusal: null, snapshot_id },
    stages: [
      { reached: 5, next: 2, left: [0], waiting: 0, unknown: 3, wait: null },
      { reached: 2, next: 1, left: [1], waiting: 0, unknown: 0, wait: { ...wait(2, 35), q1: 18, q3: 52 } },
      { reached: 1, next: 0, left: [0], waiting: 1, unknown: 0, wait: wait(1, 0) },
    ],
  });
  const { program } = (await post(address('comparison/pathway/program/'), pathway)).json();
  expect(program).toContain('# Stage 2: severe');
  expect(program).toContain('same("stage 2: left by each way, waits, not known"');
  expect(
    program
      .split('\n')
      .filter((line: string) => !line.startsWith('#'))
      .join(),
  ).not.toContain('severe');
  const { results } = (await ada.get('audit/')).json();
  expect(results[1]).toMatchObject({ detail: { compared: 'pathway', counts: '6', reached: '5, 2, 1' } });
  const bands: readonly [number, string | number, number][] = [
    [0, 'stayed', 1],
    [1, 'reached', 5],
    [1, 'unknown', 3],
    [2, 'reached', 2],
    [2, 'stayed', 1],
    [2, 0, 1],
    [3, 'waiting', 1],
  ];
  for (const [reached, way, count] of bands) {
    const band = { ...pathway, reached, way, snapshot_id };
    expect((await post(address('comparison/pathway/cohort/'), band)).statusCode).toBe(200);
    expect([reached, way, await cohort.count()]).toEqual([reached, way, count]);
    if (way === 0)
      expect(
        (await read('cohort_def/')).extended_cohort_def.map(({ label }: { label: string }) => label),
      ).toEqual([
        'Participant on the pathway Birth date → severe → mild: reached <strong>severe</strong> and did not reach <strong>mild</strong>, and left by <strong>Diagnosis</strong>',
      ]);
    await ada.get(address(`cohort_def/${snapshot_id}/?set_to_active=true`));
  }
});
