import { receiptEndpoints } from '@atrium/contract/endpoints/receipt';
import type { ReceiptFigures, ReceiptView } from '@atrium/contract/wire/receipt';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { datasetQuery } from '../../api/session.ts';
import { anAnalysis, aRun } from '../../testing/analyses.ts';
import { aCohort } from '../../testing/cohorts.ts';
import { aDatasetDetail } from '../../testing/people.ts';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aTable } from '../../testing/tables.ts';
import { Receipt } from './Receipt.tsx';

const id = '7f3k-9m2q-xx3d-8zkt';

const aReceipt = (given: Partial<ReceiptView> = {}): ReceiptView => ({
  id,
  kind: 'table',
  release: 'release_4',
  isLive: true,
  issuedAt: '2026-05-04T09:00:00.000Z',
  cohort: aCohort({ describe: 'Subject criteria<br>- Sex = <strong>Female</strong>' }),
  table: aTable(),
  analysis: null,
  ...given,
});

const figures: ReceiptFigures = {
  count: 1204,
  attrition: [
    { label: 'Everyone', count: 2400 },
    { label: 'Sex = Female', count: 1204 },
  ],
  crossTab: null,
  isSame: true,
};
beforeEach(() => server.use(answers(receiptEndpoints.figures, figures)));

function openReceipt({ seesSubjects = true } = {}) {
  const loaded: string[] = [];
  const parts = renderParts(
    <Receipt
      dataset="default"
      receiptId={id}
      seesSubjects={seesSubjects}
      onLoaded={(kinds) => void loaded.push(...kinds)}
      crossTab={(axes, { dataset }) => `${axes.rows.length} axis, ${dataset?.data.join(' and ')}`}
    />,
    (client) =>
      client.setQueryData(
        datasetQuery('default').queryKey,
        aDatasetDetail({ releaseNumbers: { release_4: 2 } }),
      ),
  );
  return { ...parts, loaded };
}

it('shows the definition behind a receipt in words, with its columns and its release', async () => {
  server.use(answers(receiptEndpoints.read, aReceipt({ isLive: false })));
  openReceipt();
  expect(await screen.findByRole('heading', { level: 1, name: 'Count receipt' })).toBeVisible();
  expect(screen.getByText('Female')).toBeVisible();
  expect(screen.getByText(/^release 2, which is not live/)).toBeVisible();
  expect(screen.getByRole('link', { name: id })).toHaveAttribute('href', `/default/receipts/${id}`);
  for (const { label } of aTable().extended.fields) expect(screen.getByText(label)).toBeVisible();
});

it('says what loading replaces before it loads, and what was loaded after', async () => {
  server.use(
    answers(receiptEndpoints.read, aReceipt()),
    answers(receiptEndpoints.load, { loaded: ['cohort', 'table'] }),
  );
  const { user, loaded } = openReceipt();
  await user.click(await screen.findByRole('button', { name: 'Load as active' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('This replaces your active cohort and columns. Undo leads back.');
  expect(loaded).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Load as active' }));
  await expect.poll(() => loaded).toEqual(['cohort', 'table']);
});

it('offers nothing to load where a member who sees aggregates only opens the receipt of everyone', async () => {
  server.use(answers(receiptEndpoints.read, aReceipt({ kind: 'cohort', table: null, cohort: aCohort() })));
  openReceipt({ seesSubjects: false });
  expect(await screen.findByText('Everyone, without any filter')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load as active' })).toBeNull();
});

it('says that a receipt is not there for this member', async () => {
  const detail = 'There is no such count receipt for you.';
  server.use(refuses(receiptEndpoints.read, 404, { detail, code: 'not_found' }));
  openReceipt();
  expect(await screen.findByText(detail)).toBeVisible();
});

it('shows the figure, the steps that lead to it and the cross-tab (rule 12.31)', async () => {
  const dataset = { index: [['Female']], columns: [['Subjects']], data: [[7, 5]] };
  const analysis = anAnalysis({ rows: ['sex'], cols: [] });
  server.use(
    answers(receiptEndpoints.read, aReceipt({ kind: 'analysis', table: null, analysis })),
    answers(receiptEndpoints.figures, { ...figures, crossTab: aRun(analysis, dataset), isSame: false }),
  );
  openReceipt();
  expect(await screen.findByRole('row', { name: 'Everyone 2,400' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Sex = Female 1,204' })).toBeVisible();
  expect(screen.getByText('Subjects:')).toHaveTextContent('Subjects: 1,204');
  expect(screen.getByText('1 axis, 7,5')).toBeVisible();
  expect(screen.getByText(/need not be those of the receipt/)).toBeVisible();
});

it('says why there are no figures, and shows the definition nevertheless (rule 12.31)', async () => {
  const detail = 'The release release_4 is not kept any more.';
  server.use(
    answers(receiptEndpoints.read, aReceipt({ isLive: false })),
    refuses(receiptEndpoints.figures, 503, { detail, code: 'not_ready' }),
  );
  openReceipt();
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByText('Female')).toBeVisible();
});
