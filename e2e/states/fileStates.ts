import type { Page } from '@playwright/test';
import { female } from '../definitions.ts';
import { addFirstTypes, emptyQueue, offerAspera } from '../downloadQueue.ts';
import { aPublicKey, removeOwnKeys, sendKey } from '../sshKeys.ts';
import type { ScreenState } from './screenState.ts';

const start = { cohort: [female] } as const;

const download = (state: string, title: string, given: Partial<ScreenState>): ScreenState => ({
  name: state,
  title,
  path: '/default/download',
  start,
  prepare: emptyQueue,
  reach: async (page) => {
    await page.getByRole('table', { name: 'File types of your cohort' }).waitFor();
    await page.getByText('Participants by experiment type').waitFor();
  },
  ...given,
});

const queueFilled = (page: Page) => addFirstTypes(page, 2);
const untilFilled = async (page: Page) => {
  await page.getByRole('list', { name: 'In the queue' }).waitFor();
  await page.getByRole('button', { name: 'Start download' }).waitFor();
};

/** The download screen, the SSH keys and the guide to the transfer service. */
export const fileStates: readonly ScreenState[] = [
  download('download', 'Download files: nothing queued', {}),
  download('download-queue', 'Download files: a queue', {
    prepare: queueFilled,
    reach: untilFilled,
  }),
  download('download-files', 'Download files: single files', {
    path: '/default/download?view=files',
    reach: (page) => page.getByRole('table', { name: 'Files of your cohort' }).waitFor(),
  }),
  download('download-history', 'Download files: history', {
    path: '/default/download?view=history',
    prepare: async (page) => {
      await addFirstTypes(page, 1);
      await page.request.post('/api/v2/default/transfers/start/', { data: { way: 'https' } });
    },
    reach: (page) => page.getByRole('list', { name: 'Your downloads' }).waitFor(),
  }),
  download('download-no-transfer', 'Download files: the transfer service gives nothing', {
    prepare: async (page) => {
      await addFirstTypes(page, 1);
      await offerAspera(page);
    },
    reach: async (page) => {
      await page.getByRole('radio', { name: 'With Aspera' }).check();
      await page.getByRole('button', { name: 'Start download' }).click();
      await page.getByText('Could not downlaod files via Aspera').waitFor({ timeout: 30_000 });
    },
  }),
  {
    name: 'ssh',
    title: 'SSH keys',
    path: '/ssh',
    prepare: async (page) => {
      await removeOwnKeys(page);
      await sendKey(page, aPublicKey('researcher@laptop'));
    },
    reach: (page) => page.getByText('researcher@laptop').waitFor(),
  },
  {
    name: 'aspera',
    title: 'Guide to the transfer service',
    path: '/aspera',
    reach: (page) => page.getByRole('heading', { name: 'Command-line tool' }).waitFor(),
  },
];
