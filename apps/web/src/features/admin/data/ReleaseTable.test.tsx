import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail, DataRelease } from '@atrium/contract/wire/adminData';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, server } from '../../../testing/server.ts';
import { ReleaseTable } from './ReleaseTable.tsx';

const release = (number: number, index: DataRelease['index']): DataRelease => ({
  ...{ release: 10 + number, number, state: 'retired', version: null, subjects: 5, finishedAt: null },
  ...{ dataOf: null, note: '', isKept: true, usedFor: [], index },
});

const detail: DataDetail = {
  ...{ dataset: 'heart', name: 'Heart', description: null, release: null, aggregateRelease: null },
  ...{
    keepsDictionary: false,
    settings: {},
    chosen: {},
    waiting: [],
    agreement: null,
    members: 0,
    reports: 0,
  },
  releases: [
    release(3, { state: 'too_large', bytes: 345_600_000, fault: null }),
    release(2, { state: 'failed', bytes: null, fault: 'There is no room on the disk.' }),
    release(1, { state: 'building', bytes: null, fault: null }),
  ],
};

it('a release shows its index, why there is none, and a button that has it made again', async () => {
  const made: unknown[] = [];
  server.use(
    answers(adminEndpoints.data.releases.rebuildIndex, ({ params }) => {
      made.push(params);
      return { isDone: true as const };
    }),
  );
  const { user } = renderParts(<ReleaseTable detail={detail} linkToDictionary={() => null} />);
  const [, third, second, first] = screen.getAllByRole('row').map((row) => within(row));
  expect(third?.getByText('Does not fit into memory')).toBeVisible();
  expect(third?.getByText('346 MB')).toBeVisible();
  expect(second?.getByText('There is no room on the disk.')).toBeVisible();
  expect(first?.getByText('Being made')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make index again, of release 1' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Make index again, of release 2' }));
  expect(await screen.findByText(/The index of release 2 is being made/)).toBeVisible();
  expect(made).toMatchObject([{ uniqueId: 'heart', release: '12' }]);
});

it('the switch waits until each wider use is ticked, and sends its name (rule 1.31)', async () => {
  const sent: unknown[] = [];
  const words = '12 subjects would be open to more uses (HMB → GRU: 12 subjects)';
  server.use(
    answers(adminEndpoints.data.releases.check, {
      ...{ endangered: [], identifiers: [] },
      uses: [{ name: 'codes:12', words }],
    }),
    answers(adminEndpoints.data.releases.switch, ({ body }) => {
      sent.push(body);
      return { notes: ['release_12 of heart is live.'] };
    }),
  );
  const { user } = renderParts(<ReleaseTable detail={detail} linkToDictionary={() => null} />);
  await user.click(screen.getByRole('button', { name: 'Switch to release 2' }));
  const dialog = within(await screen.findByRole('dialog'));
  const tick = await dialog.findByRole('checkbox', { name: `${words}.` });
  const button = dialog.getByRole('button', { name: 'Switch to it' });
  expect(button).toBeDisabled();
  await user.click(tick);
  await user.click(button);
  expect(await screen.findByText('release_12 of heart is live.')).toBeVisible();
  expect(sent).toEqual([{ confirm: ['codes:12'] }]);
});
