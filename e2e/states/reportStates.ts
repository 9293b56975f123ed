import type { Page } from '@playwright/test';
import { column, female, row } from '../definitions.ts';
import { deleteOwnReports, saveReport } from '../savedReports.ts';
import { expect } from '../test.ts';
import type { ScreenState } from './screenState.ts';

const name = 'Girls with an operation before their second birthday';

async function saveSome(page: Page): Promise<number> {
  await deleteOwnReports(page);
  await saveReport(page, { name: 'Girls', public: 'on' });
  const id = await saveReport(page, {
    name,
    description: 'For the March call: who was operated early, and with which outcome.',
    project_other: 'Single ventricle',
    with_analysis: 'on',
  });
  const expectations = [
    { kind: 'count', least: 1000, most: null },
    { kind: 'count', least: 200, most: 260 },
    { kind: 'includes', subjects: ['CHD-000001-01', 'NOT-THERE'] },
  ];
  const reply = await page.request.post(`/api/v2/default/reports/${id}/expectations/`, {
    data: { expectations },
  });
  expect(await reply.json()).toMatchObject({ status: 'complete' });
  return id;
}

const start = { cohort: [female], axes: [row('race'), column('vital_status')] } as const;

const listed = (state: string, title: string, reach: (page: Page) => Promise<void>): ScreenState => ({
  name: state,
  title,
  path: '/default/reports',
  start,
  prepare: saveSome,
  reach: async (page) => {
    await page.getByRole('link', { name }).waitFor();
    await reach(page);
  },
});

const single = (state: string, title: string, reach: (page: Page) => Promise<void>): ScreenState => ({
  ...listed(state, title, () => Promise.resolve()),
  reach: async (page) => {
    await page.getByRole('link', { name }).click();
    await page.getByText('1–25 of 6,061').waitFor();
    await reach(page);
  },
});

const openDialog = (button: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
};

export const reportStates: readonly ScreenState[] = [
  listed('reports', 'Reports', () => Promise.resolve()),
  listed('reports-save', 'Reports: saving one', openDialog('Save your cohort')),
  listed('reports-edit', 'Reports: editing one', openDialog(`Edit ${name}`)),
  listed('reports-share', 'Reports: sharing one', openDialog(`Share ${name}`)),
  listed('reports-delete', 'Reports: deleting one', async (page) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByText(/cannot be undone/).waitFor();
  }),
  single('report', 'One report', () => Promise.resolve()),
  single('report-cross-tab', 'One report: its cross-tab', async (page) => {
    await page.getByRole('tab', { name: 'Cross-tab' }).click();
    await page.getByRole('rowheader').first().waitFor();
  }),
  single('report-methods', 'One report: its methods', async (page) => {
    await page.getByRole('tab', { name: 'Methods' }).click();
    await page.getByRole('img', { name: /^Attrition/ }).waitFor();
  }),
  single('report-expectations', 'One report: what is expected of it', async (page) => {
    await page.getByRole('tab', { name: 'Expectations' }).click();
    await page.getByText('Between 200 and 260 participants').waitFor();
  }),
  single('report-expectations-edit', 'One report: saying what is expected', async (page) => {
    await page.getByRole('tab', { name: 'Expectations' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByLabel('At most').first().waitFor();
  }),
  single('report-versions', 'One report: its versions', async (page) => {
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('list', { name: 'Versions' }).waitFor();
  }),
  single('report-release', 'One report: its release', async (page) => {
    await page.getByRole('tab', { name: 'Release' }).click();
    await page.getByRole('heading', { name: 'Releases of the data' }).waitFor();
  }),
];
