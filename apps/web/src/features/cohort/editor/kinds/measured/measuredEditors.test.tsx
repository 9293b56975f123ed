import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { DateStatistics } from '@atrium/contract/wire/statistics';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohortOf, anEdit, numbers } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';
import { answers } from '../../../../../testing/server.ts';

const weight = aConceptDetail({
  conceptId: 'weight',
  conceptType: 'number',
  name: 'Weight',
  cohortOptions: {},
});
const weights = numbers('weight', {
  histogramData: [
    ['0 – 9', 9000],
    ['10 – 19', 3806],
  ],
  histogramBins: [
    [0, 9],
    [10, 19],
  ],
});
const years: DateStatistics = {
  stats: { countNonNull: 5, uniquePatients: 5, min: 2019, max: 2020 },
  histogramData: [
    ['2019', 2],
    ['2020', 3],
  ],
  histogramBins: [
    ['2019-01-01', '2019-12-31'],
    ['2020-01-01', '2020-12-31'],
  ],
  isCallback: true,
  conceptId: 'born',
  countMissingValues: 0,
  countSubjectsWithMissingValues: 0,
};
const born = aConceptDetail({ conceptId: 'born', conceptType: 'date', name: 'Born', cohortOptions: {} });

it('the chart moves with the bounds that are typed, and the bounds with the chart', async () => {
  const { user } = openEditor({ concept: weight, statistics: weights });
  const min = await screen.findByLabelText('Min');
  const handle = screen.getByRole('slider', { name: 'Minimum on the chart' });
  await user.type(min, '15');
  expect(handle).toHaveAttribute('aria-valuenow', '1.5');
  handle.focus();
  await user.keyboard('{ArrowLeft}');
  expect(min).toHaveValue('10');
});

it('impossible bounds are shown as an error at their field and not sent', async () => {
  const { user, posted } = openEditor({ concept: weight, statistics: weights });
  await user.type(await screen.findByLabelText('Min'), '9');
  await user.type(screen.getByLabelText('Max'), '3{Enter}');
  expect(screen.getByText('The maximum is below the minimum.')).toBeInTheDocument();
  expect(screen.getByLabelText('Max')).toHaveAttribute('aria-invalid', 'true');
  expect(posted).toEqual([]);
});

it('errors that the server would give are checked without saving, and shown at their field', async () => {
  const posted: unknown[] = [];
  const { user } = openEditor({
    concept: weight,
    statistics: weights,
    others: [
      answers(cohortEndpoints.edit, ({ body }) => {
        posted.push(body);
        return anEdit({
          transformationSuccessful: false,
          transformationErrors: ['Maximum: “4” is not a weight.'],
          transformationRefusals: [
            { fields: ['Maximum'], code: 'malformed', message: '“4” is not a weight.' },
          ],
        });
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Max'), '4');
  expect(await screen.findByText('“4” is not a weight.')).toBeInTheDocument();
  expect(posted).toEqual([{ transformation: expect.objectContaining({ validate_only: true }) }]);
});

it('a filter that only warnings kept back can be applied all the same', async () => {
  const { user, posted } = openEditor({
    concept: weight,
    statistics: weights,
    edited: { transformationSuccessful: false, transformationWarnings: ['Entry X not found'] },
  });
  await user.type(await screen.findByLabelText('Max'), '4{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Apply anyway' }));
  await waitFor(() =>
    expect(posted.at(-1)).toEqual({ transformation: expect.objectContaining({ ignore_warnings: true }) }),
  );
});

it('the active cohort is drawn over everybody, in the same bins', async () => {
  const { requests, user } = openEditor({
    concept: weight,
    statistics: weights,
    view: aCohortOf([aChoice()]),
  });
  await user.click(await screen.findByRole('button', { name: 'Show as table' }));
  expect(await screen.findByRole('columnheader', { name: 'Active cohort' })).toBeInTheDocument();
  expect(requests).toContainEqual({ show_all_data: 'false', bins_of_all: 'true' });
});

it('a member who may see years only types years, and they become whole years', async () => {
  const { user, posted } = openEditor({ concept: born, statistics: years });
  await user.type(await screen.findByLabelText('From year'), '2019');
  await user.type(screen.getByLabelText('To year'), '2020{Enter}');
  await waitFor(() =>
    expect(posted).toEqual([
      {
        transformation: expect.objectContaining({
          query_type: 'date_range',
          cd_numeric_min: '2019-01-01',
          cd_numeric_max: '2020-12-31',
        }),
      },
    ]),
  );
});

it('the other tab offers windows of days; of whole years where only years may be seen', async () => {
  const { user, posted } = openEditor({ concept: born, statistics: years });
  await user.click(await screen.findByRole('tab', { name: 'Relative to today' }));
  const windows = screen.getByLabelText('Within the last');
  expect(windows).toHaveValue('365');
  expect(windows.querySelectorAll('option')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([
      { transformation: expect.objectContaining({ query_type: 'relative_to_today', days_ago: 365 }) },
    ]),
  );
});

it('ages go by years and days, on the chart too', async () => {
  const { user, posted } = openEditor({
    concept: aConceptDetail({ conceptId: 'age', conceptType: 'age', name: 'Age', cohortOptions: {} }),
    statistics: {
      stats: {
        countNonNull: 9,
        uniquePatients: 9,
        minYear: 0,
        minDay: 3,
        maxYear: 1,
        maxDay: 100,
        avgYear: 1,
        avgDay: 0,
      },
      histogramData: [
        ['0 years', 4],
        ['1 year', 5],
      ],
      histogramBins: [
        [0, 364],
        [365, 465],
      ],
      isCallback: true,
      conceptId: 'age',
      countMissingValues: 0,
      countSubjectsWithMissingValues: 0,
    },
  });
  expect(await screen.findByText('1 y 100 d')).toBeInTheDocument();
  const layer = screen.getByTestId('brush');
  layer.setPointerCapture = () => {};
  fireEvent.pointerDown(layer, { button: 0, pointerType: 'mouse', clientX: 80 });
  expect(screen.getByLabelText('Min years')).toHaveValue(1);
  expect(screen.getByLabelText('Max days')).toHaveValue(100);
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([
      {
        transformation: expect.objectContaining({
          cd_age_min_year: '1',
          cd_age_min_day: '0',
          cd_age_max_year: '1',
          cd_age_max_day: '100',
        }),
      },
    ]),
  );
});
