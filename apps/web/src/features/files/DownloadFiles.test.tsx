import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { filesEndpoints } from '@atrium/contract/endpoints/files';
import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ToldError } from '../../api/apiError.ts';
import { aFile, aFileType, allWays, type ServedFiles, serveFiles } from '../../testing/files.ts';
import { participants } from '../../testing/openPanel.tsx';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, refuses, respondsWith, server } from '../../testing/server.ts';
import { DownloadFiles } from './DownloadFiles.tsx';
import { changeAddress, type DownloadSearch, parseDownloadAddress } from './downloadAddress.ts';
import { words } from './filesWords.ts';
import { createFolderTransfers } from './transfer/runTransfer.ts';
import type { TransferClient } from './transfer/transferClient.ts';
import type { Carriers } from './useStart.ts';

const wes = aFileType({
  experimentType: 'WES',
  fileFormat: 'VCF',
  dataType: 'Variants',
  individuals: 3020,
  percentage: 100,
  totalSize: 4_210_000_000,
});
const nobody = aFileType({ experimentType: 'Panel', individuals: null, percentage: null, files: 3 });

const noClient: TransferClient = {
  connect: async () => ({ kind: 'unavailable', reason: 'noExtension' }),
  start: async () => 'none',
  watch: () => () => {},
};

interface Given extends ServedFiles {
  readonly search?: DownloadSearch;
  readonly carriers?: Partial<Carriers>;
}

const second = { tag: 'Sequencing', label: 'Sequencing program' };

function Screen({ search = {}, carriers = {} }: Given) {
  const [address, setAddress] = useState(() => parseDownloadAddress(search, second.tag));
  return (
    <DownloadFiles
      of={{ dataset: 'default', snapshotId: 1 }}
      accountId={1}
      address={address}
      onAddress={(change) => setAddress((held) => changeAddress(held, change))}
      secondSource={second}
      carriers={{
        folders: createFolderTransfers(),
        aspera: noClient,
        pickFolder: undefined,
        showLinks: (links) => setAddress((held) => changeAddress(held, { links })),
        ...carriers,
      }}
      count="3,020 participants in your cohort"
      toQuery={null}
      actions={null}
    />
  );
}

function open({ search, carriers, ...served }: Given = {}) {
  const done = serveFiles(served);
  server.use(answers(catalogueEndpoints.collections, [participants]));
  const view = renderParts(<Screen {...(search && { search })} {...(carriers && { carriers })} />);
  return { ...view, done };
}

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const queue = () => within(screen.getByRole('region', { name: words.queueTitle }));
const queued = aFileType({ isQueued: true, totalSize: 4_000_000_000 });
const large = aFileType({ isQueued: true });
const startAspera = async ({ user }: Pick<ReturnType<typeof open>, 'user'>) => {
  await user.click(await screen.findByRole('radio', { name: words.ways.aspera }));
  await user.click(screen.getByRole('button', { name: words.start }));
};

it('the files of mothers and fathers are named and counted before they are added (rule 2.27)', async () => {
  const parents = { isOn: false, subjects: 1204, individuals: 900, files: 1800, totalSize: 3_200_000_000 };
  const { user, done } = open({ types: [queued], parents });
  const name = /Also their mother and father/;
  expect(await screen.findByRole('switch', { name })).not.toBeChecked();
  expect(
    screen.getByText(
      /1,204 participants outside of your cohort, of whom 900 have such files: 1,800 files, 3.20 GB more/,
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('switch', { name }));
  await waitFor(() => expect(screen.getByRole('switch', { name })).toBeChecked());
  expect(done).toContain('parents {"also_parents":true}');
});

describe('the list of file types', () => {
  it('shows individuals with their percentage, files, and the size in GB; files of no subject have a dash', async () => {
    open({ types: [aFileType(), nobody] });
    const row = await rowOf(/WGS/);
    for (const text of ['Sequence', 'CRAM', '1,466 (48%)', '1,466', '31,250.00'])
      expect(row.getAllByText(text).length).toBeGreaterThan(0);
    expect(await (await rowOf(/Panel/)).findByTitle('Files of no participant')).toHaveTextContent('–');
  });

  it('adds a type to the queue, which shows its size and who is not covered', async () => {
    const { user, done } = open({ types: [aFileType(), wes] });
    expect(await queue().findByText(/Nothing is in the queue/)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Add WES VCF to the queue' }));
    expect(
      await screen.findAllByRole('button', { name: 'In queue: take WES VCF out of the queue' }),
    ).toHaveLength(2);
    expect(done).toContainEqual(
      'add data {"dataset":"default","file_tag":"Local","data_type":"Variants","experiment_type":"WES","file_format":"VCF"}',
    );
    expect(await queue().findAllByText('4.21 GB')).toHaveLength(2);
    expect(queue().getByText('3,020 of 3,020')).toBeInTheDocument();
    expect(queue().getByText('12 participants have no WES file.')).toBeInTheDocument();
  });

  it('has charts whose title, axis and summary name the subjects as the dataset does', async () => {
    open({ types: [wes] });
    expect(await screen.findByRole('heading', { name: 'Participants by experiment type' })).toBeVisible();
    expect(screen.getByRole('figure', { name: 'Experiment type, Participants' })).toBeVisible();
    expect(screen.getByText(/^Participants with at least one file/)).toBeVisible();
    expect(
      screen.getAllByLabelText(/^How many of the 3,020 participants of your cohort have files/),
    ).not.toEqual([]);
  });

  it('takes a type out again, and clears the queue after asking', async () => {
    const { user, done } = open({ types: [queued, { ...wes, isQueued: true }] });
    await waitFor(() => expect(queue().getAllByRole('listitem').length).toBeGreaterThan(1));
    await user.click(queue().getByRole('button', { name: 'In queue: take WGS CRAM out of the queue' }));
    await waitFor(() => expect(done).toContain('remove'));
    await user.click(await queue().findByRole('button', { name: words.clear }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.clear }));
    expect(await queue().findByText(/Nothing is in the queue/)).toBeInTheDocument();
    expect(done).toContain('clear default');
  });

  it('loads another category; the second source is for data files only, and leaves with them (rule 13.64)', async () => {
    const { user, done } = open({ types: [aFileType()] });
    await user.click(await screen.findByRole('radio', { name: second.label }));
    await waitFor(() => expect(done.at(-1)).toContain('"file_tag":"Sequencing"'));
    await user.click(screen.getByRole('radio', { name: 'Clinical Data Files' }));
    expect(
      await screen.findByText('Your cohort has no clinical data files of this source'),
    ).toBeInTheDocument();
    expect(done.at(-1)).toContain('"file_tag":"Local","file_category":"clinical"');
    expect(screen.getByRole('radio', { name: second.label })).toBeDisabled();
    expect(screen.getByRole('radio', { name: words.localSource })).toBeChecked();
  });

  it('says that a change failed, in the words of the portal', async () => {
    serveFiles();
    server.use(refuses(filesEndpoints.addType, 409, { detail: 'The queue is full.' }));
    const { user } = renderParts(<Screen />);
    await user.click(await screen.findByRole('button', { name: 'Add WGS CRAM to the queue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The queue is full.');
    expect(await screen.findByRole('button', { name: 'Add WGS CRAM to the queue' })).toBeEnabled();
  });

  it('says that it failed to load, and that a dataset has no files', { tags: 'long' }, async () => {
    serveFiles();
    server.use(refuses(filesEndpoints.typeList, 503, { detail: 'The warehouse is away.' }));
    renderParts(<Screen />);
    expect(await screen.findByText('The warehouse is away.')).toBeInTheDocument();
  });

  it('says so where a dataset has no files at all', async () => {
    open({ types: [], hasFiles: false });
    expect(await screen.findByText(words.noFilesAtAll)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: words.queueTitle })).not.toBeInTheDocument();
  });
});

describe('single files', () => {
  it('of a type are shown from its row, and chosen one by one or all of a page', async () => {
    const { user, done } = open({
      types: [aFileType()],
      files: [aFile(), aFile({ fileId: 'F2', name: 'two.cram' }), aFile({ fileId: 'F3', queued: 'type' })],
    });
    const [show] = await screen.findAllByRole('button', { name: '1,466 files of WGS CRAM' });
    if (show === undefined) throw new Error('There is no way to the files.');
    await user.click(show);
    await user.click(await screen.findByRole('button', { name: 'Add two.cram to the queue' }));
    await waitFor(() => expect(done).toContain('add files {"file_ids":["F2"]}'));
    expect(screen.getByText(words.queuedByType)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Add 2 files of this page' }));
    await waitFor(() => expect(done).toContain('add files {"file_ids":["F1","F2"]}'));
    expect(done.find((one) => one.startsWith('files '))).toMatch(/experiment_type=WGS&file_format=CRAM/);
    await user.type(screen.getByRole('searchbox'), 'CHD');
    await waitFor(() => expect(done.some((one) => /^files .*search=CHD/.test(one))).toBe(true));
  });
});

it('single files say whose they are, as far as the person may see it', async () => {
  const of = (participant: string | null, role: string | null) => ({ participant, family: null, role });
  const { user } = open({
    types: [aFileType()],
    files: [
      aFile(),
      aFile({
        fileId: 'F2',
        subjects: [of('P1', 'Proband'), of('P2', 'Mother'), of('P3', 'Father'), of('P4', null)],
        subjectCount: 1200,
      }),
      aFile({ fileId: 'F3', subjects: [], subjectCount: 2 }),
      aFile({ fileId: 'F4', subjects: [], subjectCount: 0, individuals: null }),
    ],
  });
  await user.click(
    (await screen.findAllByRole('button', { name: '1,466 files of WGS CRAM' }))[0] ?? document.body,
  );
  const table = await screen.findByRole('table', { name: words.filesTable });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(cells).toEqual([
    'CHD-00017 · Proband · family F-3',
    'P1 · ProbandP2 · MotherP3 · Fatherand 1,197 more',
    expect.stringMatching(/^2 /),
    expect.stringMatching(/^Files of no /),
  ]);
});

describe('a download with Aspera', () => {
  it('that has no transfer says so, and leaves the queue', async () => {
    const started = vi.fn();
    const aspera = { ...noClient, connect: async () => ({ kind: 'ready' }) as const, start: started };
    const opened = open({ types: [queued], carriers: { aspera } });
    server.use(answers(transferEndpoints.aspera, { transferSpecs: [] }));
    await startAspera(opened);
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not process download request');
    expect(started).not.toHaveBeenCalled();
    expect(opened.done).not.toContain('clear default');
    expect(queue().getByText('WGS CRAM')).toBeInTheDocument();
  });

  const answered = 'answered %j says so';
  const saysSo = async (reply: object): Promise<void> => {
    const aspera = { ...noClient, connect: async () => ({ kind: 'ready' }) as const };
    const opened = open({ types: [queued], carriers: { aspera } });
    server.use(respondsWith(transferEndpoints.aspera, () => Response.json(reply)));
    await startAspera(opened);
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not process download request');
    expect(opened.done).not.toContain('clear default');
  };
  it.each([{ transfer_specs: [{}] }])(answered, saysSo);
  it.each([{}, { transfer_specs: [] }, { transfer_specs: null }])(answered, { tags: 'long' }, saysSo);

  it.each([
    [{ transfer_specs: [{ error: { user_message: 'The node is full.' } }] }, 200, 'The node is full.'],
    [
      { detail: 'The transfer service does not answer.', code: 'unavailable' },
      502,
      'The transfer service does not answer.',
    ],
  ])(
    'that the service refuses by %j keeps the reason and is in the log of the browser',
    async (reply, status, reason) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const aspera = { ...noClient, connect: async () => ({ kind: 'ready' }) as const };
      const opened = open({ types: [queued], carriers: { aspera } });
      server.use(respondsWith(transferEndpoints.aspera, () => Response.json(reply, { status })));
      await startAspera(opened);
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent('Could not downlaod files via Aspera');
      expect(alert).toHaveTextContent(reason);
      expect(warned).toHaveBeenCalledOnce();
      expect(opened.done).not.toContain('clear default');
      warned.mockRestore();
    },
  );

  it('whose client is missing says why, and offers HTTPS, which then starts (rule 13.66)', async () => {
    const opened = open({ types: [queued] });
    await startAspera(opened);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not downlaod files via Aspera');
    expect(alert).toHaveTextContent('The extension IBM Aspera Connect is not installed in this browser.');
    expect(opened.done).not.toContain('clear default');
    await opened.user.click(within(alert).getByRole('button', { name: words.useHttps }));
    const links = within(await screen.findByRole('dialog', { name: words.links }));
    expect(await links.findByRole('link', { name: 'Download one.txt' })).toHaveAttribute(
      'href',
      'https://files.example/one.txt?link=x',
    );
    expect(links.getByText('You may not read this file any more.')).toBeInTheDocument();
    expect(opened.done.filter((one) => /^(start|clear)/.test(one))).toEqual([
      'start {"way":"https"}',
      'clear default',
    ]);
  });

  it('that the client refuses says why, keeps the queue, and is in the log of the browser', {
    tags: 'long',
  }, async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const aspera: TransferClient = {
      ...noClient,
      connect: async () => ({ kind: 'ready' }),
      start: async () => {
        throw new ToldError('The port is blocked.');
      },
    };
    const opened = open({ types: [queued], carriers: { aspera } });
    server.use(
      answers(transferEndpoints.aspera, { transferSpecs: [{ transferSpec: { remote_host: 'x' } }] }),
    );
    await startAspera(opened);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not downlaod files via Aspera');
    expect(alert).toHaveTextContent('The port is blocked.');
    expect(warned).toHaveBeenCalledOnce();
    expect(opened.done).not.toContain('clear default');
    warned.mockRestore();
  });

  it('starts the first of the transfers, empties the queue then, and shows its progress', async () => {
    const specs: unknown[] = [];
    let tell: Parameters<TransferClient['watch']>[0] = () => {};
    const aspera: TransferClient = {
      connect: async () => ({ kind: 'ready' }),
      start: async (spec) => {
        specs.push(spec);
        return 'uuid-1';
      },
      watch: (listener) => {
        tell = listener;
        return () => {};
      },
    };
    const opened = open({ types: [queued], carriers: { aspera } });
    const first = { remote_host: 'xfer.example.org', paths: [{ source: 'a' }, { source: 'b' }] };
    server.use(
      answers(transferEndpoints.aspera, {
        transferSpecs: [{ transferSpec: first }, { transferSpec: { remote_host: 'never' } }],
      }),
    );
    await startAspera(opened);
    await waitFor(() => expect(opened.done).toContain('clear default'));
    expect(specs).toEqual([first]);
    const bar = await screen.findByRole('progressbar', { name: 'Downloading with Aspera' });
    tell({ id: 'uuid-1', state: 'running', bytes: 50, totalSize: 200, rate: 10, filesDone: 1, reason: null });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '25'));
    expect(screen.getByText(/1 of 2 files/)).toBeInTheDocument();
    tell({ id: 'uuid-1', state: 'done', bytes: 200, totalSize: 200, rate: null, filesDone: 2, reason: null });
    expect(await screen.findByText('Complete')).toBeInTheDocument();
  });

  it('that breaks off says why on its line and in the log of the browser', { tags: 'long' }, async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let tell: Parameters<TransferClient['watch']>[0] = () => {};
    const aspera: TransferClient = {
      connect: async () => ({ kind: 'ready' }),
      start: async () => 'uuid-2',
      watch: (listener) => {
        tell = listener;
        return () => {};
      },
    };
    const opened = open({ types: [queued], carriers: { aspera } });
    server.use(answers(transferEndpoints.aspera, { transferSpecs: [{ transferSpec: {} }] }));
    await startAspera(opened);
    await screen.findByRole('progressbar', { name: 'Downloading with Aspera' });
    const reason = 'Session timed out';
    tell({ id: 'uuid-2', state: 'failed', bytes: 5, totalSize: 9, rate: null, filesDone: 0, reason });
    expect(await screen.findByText(new RegExp(reason))).toBeInTheDocument();
    expect(warned).toHaveBeenCalledWith('Could not downlaod files via Aspera', new Error(reason));
    warned.mockRestore();
  });

  it('is not offered where the portal has no transfer service, which says why', async () => {
    const reason = 'This portal has no transfer service.';
    open({
      types: [queued],
      ways: [{ way: 'aspera', isAvailable: false, reason }, ...allWays.slice(1)],
    });
    expect(await screen.findByText(reason)).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: words.ways.https })).toBeChecked();
    expect(screen.queryByRole('radio', { name: words.ways.aspera })).not.toBeInTheDocument();
  });
});

it('a download that is large is asked about once more', async () => {
  const { user, done } = open({ types: [large], ways: allWays.slice(1) });
  await user.click(await screen.findByRole('button', { name: words.start }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Download 31.3 TB?' }));
  await user.click(dialog.getByRole('button', { name: words.cancel }));
  expect(done.some((one) => one.startsWith('start'))).toBe(false);
});
