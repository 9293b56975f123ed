import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { numbers } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';
import { answers, refuses, server } from '../../../../../testing/server.ts';

const concept = aConceptDetail({
  conceptId: 'weight',
  conceptType: 'number',
  name: 'Weight',
  cohortOptions: {},
});
const statistics = numbers('weight', {
  histogramData: [
    ['0 – 9', 9000],
    ['10 – 19', 3806],
  ],
  histogramBins: [
    [0, 9],
    [10, 19],
  ],
});
const points = {
  min: [
    { value: 0, count: 500 },
    { value: 10, count: 345 },
  ],
  max: [
    { value: 9, count: 155 },
    { value: 19, count: 500 },
  ],
};

/** Answers by the bound that is wanted, and collects what is sent. */
function curves() {
  const asked: unknown[] = [];
  const handler = answers(cohortInsightEndpoints.curveAfter, ({ body }) => {
    asked.push(body);
    const bound = JSON.stringify(body).includes('"bound":"min"') ? ('min' as const) : ('max' as const);
    return { snapshotId: 1, entryId: 'e', bound, scale: 'number' as const, points: points[bound] };
  });
  return { asked, handler };
}
const curve = () => screen.findByRole('region', { name: 'Your cohort by each bound' });

it('beside the bounds stands the count for each bound, for a filter that has none yet', async () => {
  const { asked, handler } = curves();
  openEditor({ concept, statistics, others: [handler] });
  expect(
    await within(await curve()).findByRole('img', {
      name: 'Weight: what your cohort would be by each bound, at 2 bins, at most 500 subjects.',
    }),
  ).toBeInTheDocument();
  const edit = { type: 'add_entry', concept_id: 'weight', ignore_warnings: true };
  expect(asked).toEqual([
    {
      transformation: expect.objectContaining({ ...edit, cd_numeric_min: '0', cd_numeric_max: '' }),
      bound: 'min',
    },
    {
      transformation: expect.objectContaining({ ...edit, cd_numeric_min: '', cd_numeric_max: '19' }),
      bound: 'max',
    },
  ]);
});

it('arrow keys on the curve choose a bound and announce its count', async () => {
  const { user } = openEditor({ concept, statistics, others: [curves().handler] });
  const handle = await screen.findByRole('slider', { name: 'Minimum on the curve' });
  handle.focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByLabelText('Min')).toHaveValue('10');
  expect(handle).toHaveAttribute('aria-valuetext', '10: 345 subjects');
});

it('one step more or less is a click, with the count that it leads to', async () => {
  const { user } = openEditor({ concept, statistics, others: [curves().handler] });
  await user.type(await screen.findByLabelText('Min'), '10');
  await user.click(await screen.findByRole('button', { name: 'at least 0: 500 subjects' }));
  expect(screen.getByLabelText('Min')).toHaveValue('0');
});

it('a curve that cannot be counted says why, and is counted again on request', async () => {
  const refusal = refuses(cohortInsightEndpoints.curveAfter, 400, {
    detail: 'This cohort has filters you cannot use.',
    code: 'cohort_has_errors',
  });
  const { user } = openEditor({ concept, statistics, others: [refusal] });
  const part = await curve();
  expect(await within(part).findByText('This cohort has filters you cannot use.')).toBeInTheDocument();
  server.use(curves().handler);
  await user.click(within(part).getByRole('button', { name: 'Try again' }));
  expect(await within(part).findByRole('slider', { name: 'Minimum on the curve' })).toBeInTheDocument();
});
