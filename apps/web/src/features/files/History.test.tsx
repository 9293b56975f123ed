import { filesEndpoints } from '@atrium/contract/endpoints/files';
import { paginate } from '@atrium/contract/wire/paginator';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, server } from '../../testing/server.ts';
import { parseDownloadAddress } from './downloadAddress.ts';
import { History } from './History.tsx';

it('each download of the history offers its sample sheet, which says whose the files are (rule 13.88)', async () => {
  const download = {
    id: 41,
    startedAt: '2026-05-04T09:00:00.000Z',
    way: 'script' as const,
    release: 'release_2',
    cohortSnapshotId: null,
    files: 3,
    totalSize: 900,
    types: [],
    singleFiles: 3,
  };
  server.use(answers(filesEndpoints.downloads, { results: [download], paginator: paginate(1, 10, 1) }));
  renderParts(
    <History
      dataset="default"
      address={parseDownloadAddress({ view: 'history' }, 'Sequencing')}
      onAddress={() => {}}
      onAgain={async () => {}}
      isChanging={() => false}
    />,
  );
  const sheet = await screen.findByRole('link', { name: /^Sample sheet of the download of / });
  expect(sheet).toHaveAttribute('href', expect.stringContaining('/api/v2/default/transfers/41/samples'));
});
