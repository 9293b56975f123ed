import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohort, aCohortOf, anEdit, choices, numbers } from '../../../testing/cohorts.ts';
import { aConcept, aConceptDetail } from '../../../testing/concepts.ts';
import { participants } from '../../../testing/openPanel.tsx';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';
import type { BrowseCharts } from './ChartChooser.tsx';
import { CohortOverview } from './CohortOverview.tsx';
import { overviewBars } from './overviewBars.ts';

const browse: BrowseCharts = ({ onSelect }) => (
  <button type="button" onClick={() => onSelect(aConcept({ conceptId: 'age', name: 'Age' }))}>
    Age
  </button>
);

const everybody = choices('sex', { Female: 6061, Male: 5939 });
const cohort = choices('sex', { Female: 41 });

const statistics = () =>
  answers(catalogueEndpoints.conceptStatistics, ({ query }) =>
    query['show_all_data'] === 'true' ? everybody : cohort,
  );
const concept = () =>
  answers(catalogueEndpoints.concept, ({ params }) =>
    aConceptDetail({ conceptId: String(params['conceptId']), name: 'Sex' }),
  );

it('draws the active cohort over everybody, and describes the chart in a sentence', async () => {
  server.use(
    answers(cohortEndpoints.read, aCohortOf([aChoice()])),
    answers(catalogueEndpoints.collections, [participants]),
    concept(),
    statistics(),
  );
  renderParts(<CohortOverview dataset="default" browse={browse} concepts={['sex']} />);
  expect(
    await screen.findByRole('img', {
      name: /most participants \(6,061\) in Female. The active cohort has 41 of 12,000 participants/,
    }),
  ).toBeInTheDocument();
});

it('a click on a bar adds its value to the cohort, and the bars of the cohort are marked (rule 11.33)', async () => {
  const posted: unknown[] = [];
  const view = aCohortOf([aChoice()]);
  server.use(
    answers(cohortEndpoints.read, view),
    answers(cohortEndpoints.count, { count: 41, definition: view.definition }),
    answers(catalogueEndpoints.collections, [participants]),
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(body);
      return anEdit({ ...view, snapshotId: 2 });
    }),
    concept(),
    statistics(),
  );
  const { user } = renderParts(<CohortOverview dataset="default" browse={browse} concepts={['sex']} />);
  const bars = await screen.findByRole('group', { name: /^Bars of Sex/ });
  await user.click(within(bars).getByRole('button', { name: /^Female/, pressed: true }));
  await user.click(within(bars).getByRole('button', { name: /^Male/, pressed: false }));
  const transformation = expect.objectContaining({
    entry_id: 'e1',
    selected_categories: ['Female', 'Male'],
  });
  await waitFor(() => expect(posted).toEqual([{ transformation }]));
  expect(await screen.findByText(/^Added Sex: Male/)).toBeVisible();
});

it('a person chooses charts, which the browser keeps, and takes those of the dataset back (rule 11.34)', async () => {
  server.use(
    answers(cohortEndpoints.read, aCohort()),
    answers(catalogueEndpoints.concept, ({ params }) => {
      const conceptId = String(params['conceptId']);
      return aConceptDetail({ conceptId, name: conceptId === 'sex' ? 'Sex' : 'Age' });
    }),
    answers(catalogueEndpoints.conceptStatistics, everybody),
  );
  const shown = <CohortOverview dataset="default" browse={browse} concepts={['sex']} />;
  const { user, unmount } = renderParts(shown);
  await user.click(await screen.findByRole('button', { name: 'Choose charts' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Age' }));
  await user.click(within(dialog).getByRole('button', { name: 'Remove Sex' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply changes' }));
  expect(await screen.findByRole('heading', { name: 'Age' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Sex' })).toBeNull();
  unmount();
  const again = renderParts(shown);
  expect(await screen.findByRole('heading', { name: 'Age' })).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Choose charts' }));
  await again.user.click(await screen.findByRole('button', { name: 'Charts of the dataset' }));
  expect(await screen.findByRole('heading', { name: 'Sex' })).toBeVisible();
});

it('draws everybody alone where the cohort is everybody', async () => {
  server.use(answers(cohortEndpoints.read, aCohort()), concept(), statistics());
  renderParts(<CohortOverview dataset="default" browse={browse} concepts={['sex']} />);
  const drawing = await screen.findByRole('img', { name: /bar chart of 2 values/ });
  expect(drawing).not.toHaveAccessibleName(/cohort/);
});

it('leaves the place of a concept that is closed to the member empty, and says so', async () => {
  server.use(
    answers(cohortEndpoints.read, aCohort()),
    refuses(catalogueEndpoints.concept, 404, { detail: 'There is no such concept.', code: 'not_found' }),
    refuses(catalogueEndpoints.conceptStatistics, 404, { detail: 'No.', code: 'not_found' }),
  );
  renderParts(<CohortOverview dataset="default" browse={browse} concepts={['mrn']} />);
  const [card] = await screen.findAllByRole('listitem').then((items) => items.slice(-1));
  expect(await within(card ?? document.body).findByText(/not open to you/)).toBeVisible();
  expect(card?.querySelector('.mantine-Skeleton-root')).toBeNull();
});

it('shows the commonest values of many, and every bin of a histogram in its order', () => {
  const many = choices('c', Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`v${n}`, n + 1])));
  const drawn = overviewBars(many, undefined);
  expect(drawn?.bars.map(({ label }) => label)).toEqual(Array.from({ length: 12 }, (_, n) => `v${19 - n}`));
  expect(overviewBars(numbers('n'), undefined)).toMatchObject({
    kind: 'bins',
    bars: [{ label: '[0 - 10)' }, { label: '[10 - 20)' }],
  });
  expect(overviewBars(choices('none', {}), undefined)).toBeNull();
});

it('one value, and ids, have no chart (rule 11.23)', () => {
  expect(overviewBars(choices('sex', { Female: 41 }), undefined)).toBeNull();
  expect(overviewBars(choices('id', { S1: 1, S2: 1 }), undefined)).toBeNull();
  expect(overviewBars(numbers('n', { histogramData: [['2', 41]] }), undefined)).toBeNull();
});
