import { comparisonEndpoints } from '@atrium/contract/endpoints/comparison';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as files from '../../lib/saveFile.ts';
import { groups, openCompare, pathway, stages, times } from '../../testing/openCompare.tsx';
import { answers, refuses, server } from '../../testing/server.ts';

it('groups and concepts are chosen by keyboard, and the table stands in the address', async () => {
  const { user, asked } = openCompare();
  expect(await screen.findByText(/^Choose groups and concepts/)).toBeVisible();
  const groupBox = screen.getByRole('combobox', { name: 'Groups' });
  await waitFor(() => expect(groupBox).toBeEnabled());
  await user.type(groupBox, 'Active{ArrowDown}{Enter}');
  await user.clear(groupBox);
  await user.type(groupBox, 'Everybody{ArrowDown}{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Concepts' }), 'Weight{ArrowDown}{Enter}');
  expect(await screen.findByRole('table', { name: 'Table 1' })).toBeVisible();
  expect(asked).toEqual([{ groups: [{ kind: 'cohort' }, { kind: 'rest' }], concepts: ['weight'] }]);
});

it('a table says groups, figures, difference and the test with its n (rules 17.4 to 17.6)', async () => {
  openCompare(`${groups}&concepts=weight`);
  const shown = await screen.findByRole('table', { name: 'Table 1' });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'ConceptActive cohortn = 10Everybody elsen = 20Std. diff.',
    'Weight (kg)Welch’s t-test: p = 0.04 (n = 27, 3 missing)5.69',
    'Mean (SD)12 (1)3 (2)',
    'Median [Q1, Q3]12 [11, 13]3 [3, 3]',
    'Missing1 (10.0%)2 (10.0%)',
  ]);
});

it('each region of the groups says its subjects, and becomes the active cohort or says why not (rules 17.24 and 17.25)', async () => {
  const { user } = openCompare('groups=cohort.all');
  const made: unknown[] = [];
  server.use(
    answers(comparisonEndpoints.cohort, ({ body }) => {
      made.push(body);
      return { snapshotId: 5, previousSnapshotId: 4 };
    }),
  );
  const shown = await screen.findByRole('table', { name: /^Subjects by the groups/ });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'Groups1Active cohort2EveryoneSubjectsAs cohort',
    'Only Everyonenot inin20No single cohort says this: criteria about relatives have no opposite that one cohort can say.',
    'Active cohort and Everyoneinin10Make active',
  ]);
  await user.click(screen.getByRole('button', { name: 'Make active: Active cohort and Everyone' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(made).toEqual([
    { groups: [{ kind: 'cohort' }, { kind: 'everyone' }], in_groups: [0, 1], snapshot_id: 4 },
  ]);
});

it('a refusal is said in the words of the server', async () => {
  openCompare(`${groups}&concepts=weight`);
  server.use(refuses(comparisonEndpoints.table, 400, { code: 'bad_request', detail: 'Not these groups.' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not these groups.');
});

it('curves have a table with who is at risk, and say who is followed and the test (rules 17.10 to 17.14)', async () => {
  openCompare(`${groups}&${times}`);
  expect(await screen.findByRole('img', { name: /^Subjects without the event/ })).toBeVisible();
  const shown = screen.getByRole('table', { name: /at risk/ });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'Group0 y1 y',
    'Active cohort100%8 at risk100%5 at risk',
    'Everybody else100%8 at risk100%5 at risk',
  ]);
  expect(
    screen.getByText(/^Active cohort: 8 followed, 4 with the event, median 400 days; not followed/),
  ).toBeVisible();
  expect(screen.getByText(/^Log-rank test of 2 groups: p = 0.08 \(n = 16, 8 with the event\)/)).toBeVisible();
});

it('who sees aggregates only chooses one concept for the groups and two ages for curves, and has no pathway (rules 17.7, 17.34 and 17.35)', async () => {
  const { asked } = openCompare('groups=everyone-sex&end=value~age_seen&last=value~age_seen', {
    hasCohorts: false,
  });
  expect(await screen.findByText(/^With your access, the groups/)).toBeVisible();
  expect(await screen.findByRole('img', { name: /^Subjects without the event/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Time zero' })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Pathway' })).not.toBeInTheDocument();
  expect(screen.getByText(/^With your access there are no overlaps/)).toBeVisible();
  expect(asked.at(-1)).toMatchObject({
    zero: { kind: 'birth' },
    end: { kind: 'value', concept_id: 'age_seen' },
  });
});

it('each figure of a comparison is saved by one menu, with its groups and the day; R works it out again (rules 17.37 and 17.38)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const { user } = openCompare(`${groups}&concepts=weight&${times}`);
  server.use(answers(comparisonEndpoints.program, { program: '# Group 1' }));
  await screen.findByRole('img', { name: /^Subjects without the event/ });
  await screen.findByRole('table', { name: /^Subjects by the groups/ });
  await screen.findByRole('table', { name: 'Table 1' });
  for (const menu of screen.getAllByRole('button', { name: 'Save picture' })) {
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'SVG drawing' }));
  }
  await user.click(screen.getByRole('button', { name: 'Save R program' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(4));
  expect(save.mock.calls.map(([, name]) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'))).toEqual([
    'table_1_default_DAY.svg',
    'overlaps_default_DAY.svg',
    'curves_default_DAY.svg',
    'comparison_default_DAY.R',
  ]);
  const [table, overlaps, curve] = await Promise.all(save.mock.calls.map(([blob]) => blob.text()));
  expect(table).toContain('Active cohort: n = 10');
  expect(table).toContain('>12 (1)</text>');
  expect(overlaps).toContain('<rect');
  expect(curve).toContain('Log-rank test of 2 groups');
});

it('a pathway says who came how far and why not in a table, is saved, and each figure becomes a cohort (rules 17.31 to 17.33, 17.37 and 17.38)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const { user } = openCompare(stages);
  const asked: unknown[] = [];
  server.use(
    answers(comparisonEndpoints.pathway, pathway),
    answers(comparisonEndpoints.pathwayProgram, { program: '# Stage 1' }),
    answers(comparisonEndpoints.band, ({ body }) => {
      asked.push(body);
      return { snapshotId: 5, previousSnapshotId: 4 };
    }),
  );
  const shown = await screen.findByRole('table', { name: 'Stages of the pathway' });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'StageReachedWait, median [Q1, Q3]Not the nextLeft by Age last seenSeen since, waitingNot known since',
    'Active cohort10–2–––',
    'Birth8–3210',
    'Age last seen590 days [60, 800]–041',
  ]);
  expect(
    screen.getByText(
      'Of 10 in Active cohort, 8 reached Birth and 5 of these Age last seen; 2 never reached Birth.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save R program of the pathway' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const [first] = screen.getAllByRole('button', { name: 'Save picture' });
  if (first !== undefined) await user.click(first);
  await user.click(await screen.findByRole('menuitem', { name: 'SVG drawing' }));
  const picture = await save.mock.calls[1]?.[0].text();
  expect(picture).toContain('Active cohort: n = 10');
  expect(picture).toContain('Of 10 in Active cohort, 8 reached Birth');
  await user.click(
    within(shown).getByRole('button', { name: /^2 reached Birth and not Age last seen, left by/ }),
  );
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  const seen = { kind: 'value', concept_id: 'age_seen' };
  expect(asked).toEqual([
    {
      ...{ group: { kind: 'cohort' }, stages: [{ kind: 'birth' }, seen], exits: [seen], last: seen },
      ...{ reached: 1, way: 0, snapshot_id: 4 },
    },
  ]);
});
