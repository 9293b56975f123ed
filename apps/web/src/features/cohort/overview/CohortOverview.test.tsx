import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohort, aCohortOf, choices, numbers } from '../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../testing/concepts.ts';
import { participants } from '../../../testing/openPanel.tsx';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';
import { CohortOverview } from './CohortOverview.tsx';
import { overviewBars } from './overviewBars.ts';

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
  renderParts(<CohortOverview dataset="default" concepts={['sex']} />);
  expect(
    await screen.findByRole('img', {
      name: /most participants \(6,061\) in Female. The active cohort has 41 of 12,000 participants/,
    }),
  ).toBeInTheDocument();
});

it('draws everybody alone where the cohort is everybody', async () => {
  server.use(answers(cohortEndpoints.read, aCohort()), concept(), statistics());
  renderParts(<CohortOverview dataset="default" concepts={['sex']} />);
  const drawing = await screen.findByRole('img', { name: /bar chart of 2 values/ });
  expect(drawing).not.toHaveAccessibleName(/cohort/);
});

it('leaves the place of a concept that is closed to the member empty, and says so', async () => {
  server.use(
    answers(cohortEndpoints.read, aCohort()),
    refuses(catalogueEndpoints.concept, 404, { detail: 'There is no such concept.', code: 'not_found' }),
    refuses(catalogueEndpoints.conceptStatistics, 404, { detail: 'No.', code: 'not_found' }),
  );
  renderParts(<CohortOverview dataset="default" concepts={['mrn']} />);
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
