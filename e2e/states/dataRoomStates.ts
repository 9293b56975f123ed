import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { ScreenState } from './screenState.ts';
import { listed } from './staffStates.ts';

const staff = { account: 'curator' } as const;

const sheet = fileURLToPath(new URL('../../docs/samples/heart/heart_study.csv', import.meta.url));

const started = '2026-09-14T08:00:00Z';

const uploads = {
  uploads: [
    {
      id: 'a1b2c3d4e5f60718',
      name: 'clinic visits of autumn.zip',
      size: 48_200_000,
      received: 48_200_000,
      is_ready: true,
      username: 'curator',
      started_at: started,
    },
    {
      id: 'a1b2c3d4e5f60719',
      name: 'people.csv',
      size: 182_000,
      received: 182_000,
      is_ready: true,
      username: 'curator',
      started_at: started,
    },
    {
      id: 'a1b2c3d4e5f60720',
      name: 'visits.csv',
      size: 9_100_000,
      received: 4_194_304,
      is_ready: false,
      username: 'curator',
      started_at: started,
    },
  ],
  largest: 8_589_934_592,
  max_part: 4_194_304,
};

const running = {
  id: 7,
  kind: 'build',
  state: 'running',
  source: 'clinic visits of autumn.zip',
  dataset: null,
  release: null,
  by: 'curator',
  subjects: null,
  problems: 0,
  started_at: started,
  finished_at: null,
  progress: { step: 'reading visit', detail: '1,204,000 rows, 62 %', percent: 62 },
  reasons: [],
  report: null,
  lines: [],
};

const answer = (pattern: RegExp, body: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ json: body }));

/** The rooms of staff for data. */
export const dataRoomStates: readonly ScreenState[] = [
  {
    ...staff,
    name: 'staff-dataset',
    title: 'Staff rooms: one dataset',
    path: '/pcgc/admin/datasets/default',
    reach: async (page) => page.getByRole('table', { name: 'Releases' }).waitFor(),
  },
  {
    ...staff,
    name: 'staff-dataset-settings',
    title: 'Staff rooms: settings of a dataset',
    path: '/pcgc/admin/datasets/default',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit settings' }).click();
      await page.getByRole('dialog').getByLabel('Contact').waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-load',
    title: 'Staff rooms: loading data',
    path: '/pcgc/admin/load',
    prepare: answer(/\/admin\/data\/uploads/, uploads),
    reach: listed('Load data'),
  },
  {
    ...staff,
    name: 'staff-load-begin',
    title: 'Staff rooms: beginning an import',
    path: '/pcgc/admin/load',
    prepare: answer(/\/admin\/data\/uploads/, uploads),
    reach: async (page) => {
      await page.getByRole('button', { name: /^Import clinic/ }).click();
      await page.getByRole('radio').first().waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-describe',
    title: 'Staff rooms: describing tables',
    path: '/pcgc/admin/load',
    reach: async (page) => {
      await page.locator('input[type="file"]').setInputFiles(sheet);
      await page.getByText('heart_study.csv has arrived.').waitFor({ state: 'attached' });
      await page.getByRole('checkbox', { name: 'Choose heart_study.csv' }).first().check();
      await page.getByRole('button', { name: 'Describe the chosen files' }).click();
      await page.getByRole('heading', { name: 'From files to a dataset' }).waitFor();
      await page.getByRole('group', { name: 'The columns' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-import-running',
    title: 'Staff rooms: an import that goes on',
    path: '/pcgc/admin/imports/7',
    prepare: async (page) => {
      await page.route(/\/imports\/7\/events/, (route) => route.abort());
      await page.route(/\/imports\/7\/?$/, (route) =>
        route.request().resourceType() === 'document' ? route.fallback() : route.fulfill({ json: running }),
      );
    },
    reach: async (page) => page.getByText('reading visit').waitFor(),
  },
  {
    ...staff,
    name: 'staff-import-refused',
    title: 'Staff rooms: an import that was refused',
    path: '/pcgc/admin/imports',
    reach: async (page) => {
      await page.getByRole('link', { name: /summer/ }).click();
      await page.getByText('Why', { exact: true }).waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-dictionary',
    title: 'Staff rooms: the data dictionary',
    path: '/pcgc/admin/dictionary/default',
    reach: listed(/^Dictionary of/),
  },
  {
    ...staff,
    name: 'staff-dictionary-review',
    title: 'Staff rooms: reviewing changes of the dictionary',
    path: '/pcgc/admin/dictionary/default',
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Level agg of/ })
        .nth(1)
        .click();
      await page.getByRole('button', { name: 'Review and save' }).click();
      await page.getByText(/will be different/).waitFor();
    },
  },
];
