import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { stopWork } from '../../../api/endOfSession.ts';
import { memoryFolder } from '../../../testing/memoryFolder.ts';
import { answers, respondsWith, server } from '../../../testing/server.ts';
import { words } from '../filesWords.ts';
import type { KeptTransfer, KeptTransfers } from './keptTransfers.ts';
import { createFolderTransfers } from './runTransfer.ts';

/** The data that the browser would keep over a reload. */
function keptInMemory() {
  const held = new Map<number, KeptTransfer>();
  const kept: KeptTransfers = {
    put: async (transfer) => void held.set(transfer.transferId, transfer),
    remove: async ({ transferId }) => void held.delete(transferId),
    list: async () => [...held.values()],
  };
  return { held, kept };
}

const file = {
  fileId: 'f1',
  name: 'one.cram',
  path: 'one.cram',
  size: 8,
  checksum: null,
  url: `${window.location.origin}/files/one`,
  problem: null,
  drsUri: null,
};

const aTransfer = (): KeptTransfer => ({
  transferId: 7,
  accountId: 1,
  dataset: 'default',
  folder: memoryFolder('picked'),
  files: 1,
  totalSize: 8,
  startedAt: '2026-11-23T09:00:00Z',
  done: [],
  begun: [],
  doneSize: 0,
  isSignedOut: false,
});

const page = { results: [file], next: null, linksUntil: '2026-11-24T09:00:00Z' };
const listed = () => answers(transferEndpoints.files, page);

/** Four of eight bytes come; then nothing more. */
const halfOfIt = () =>
  http.get('*/files/one', () => {
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('half')) });
    return new HttpResponse(body);
  });

const stored = ({ folder }: KeptTransfer): Promise<string> =>
  folder
    .getDirectoryHandle('default-7', { create: false })
    .then((own) => own.getFileHandle('one.cram', { create: false }))
    .then((one) => one.getFile())
    .then((blob) => blob.text());

it('the end of a session stops a download, keeps what has arrived, and leaves nothing for the next person', async () => {
  server.use(listed(), halfOfIt());
  const { held, kept } = keptInMemory();
  const { store, run } = createFolderTransfers(kept);
  const transfer = aTransfer();
  run(transfer, 1);
  await vi.waitFor(() => expect(store.read()[0]?.bytes).toBe(4));
  await stopWork();
  expect([store.read(), held.get(7)?.begun, held.get(7)?.isSignedOut]).toEqual([[], ['f1'], true]);
  expect(await stored(transfer)).toBe('half');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(false);
});

it('access that has ended stops a download with the reason of the portal, and it can be resumed', {
  tags: 'long',
}, async () => {
  const detail = 'You are no member of this dataset.';
  let calls = 0;
  const refusal = { detail, code: 'not_a_member' };
  const { held, kept } = keptInMemory();
  const { store, run } = createFolderTransfers(kept);
  const transfer = aTransfer();
  server.use(
    http.get('*/files/one', () => HttpResponse.json(refusal, { status: 403 })),
    respondsWith(transferEndpoints.files, () => {
      calls += 1;
      return calls > 1
        ? HttpResponse.json(refusal, { status: 403 })
        : HttpResponse.json(z.encode(transferEndpoints.files.reply, page));
    }),
  );
  run(transfer, 1);
  await vi.waitFor(
    () =>
      expect(store.read()).toEqual([
        expect.objectContaining({ state: 'paused', reason: words.accessEnded(detail), failures: [] }),
      ]),
    { timeout: 5000 },
  );
  await vi.waitFor(() => expect([held.get(7)?.begun, held.get(7)?.isSignedOut]).toEqual([['f1'], false]));
});

it('the sample sheet lies beside the files in the end, and one that does not come is told (rule 13.88)', async () => {
  const whole = http.get('*/files/one', () => new HttpResponse('whole ok'));
  const ofFolder = async (transfer: KeptTransfer): Promise<string> => {
    const own = await transfer.folder.getDirectoryHandle('default-7', { create: false });
    return (await (await own.getFileHandle('samples.tsv', { create: true })).getFile()).text();
  };
  const { store, run } = createFolderTransfers(keptInMemory().kept);
  const transfer = aTransfer();
  const sheet = respondsWith(
    transferEndpoints.samples,
    () => new HttpResponse('participant\tfile\nP1\tone.cram\n'),
  );
  server.use(listed(), whole, sheet);
  run(transfer, 1);
  await vi.waitFor(() => expect(store.read()[0]).toMatchObject({ state: 'done', failures: [] }), {
    timeout: 5000,
  });
  expect(await ofFolder(transfer)).toBe('participant\tfile\nP1\tone.cram\n');
  const other = createFolderTransfers(keptInMemory().kept);
  server.use(
    respondsWith(transferEndpoints.samples, () => HttpResponse.json({ detail: 'no' }, { status: 429 })),
  );
  other.run({ ...aTransfer(), transferId: 8 }, 1);
  await vi.waitFor(
    () =>
      expect(other.store.read()[0]).toMatchObject({
        state: 'failed',
        failures: [expect.objectContaining({ name: 'samples.tsv', reason: words.noSampleSheet })],
      }),
    { timeout: 5000 },
  );
});
