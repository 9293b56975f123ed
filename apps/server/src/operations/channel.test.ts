import { PortalError } from '@atrium/contract/errors/errorCode';
import { afterEach, expect, it } from 'vitest';
import { type Channel, type ChannelOptions, callPortal, openChannel } from './channel.ts';
import type { Operation, Watcher } from './operation.ts';

let channel: Channel | undefined;
let faults: unknown[] = [];

afterEach(async () => {
  await channel?.close();
  channel = undefined;
  faults = [];
});
const idle: Watcher = { onProgress: () => {}, signal: new AbortController().signal };

it('a caller without the secret is refused, and nothing is performed', async () => {
  const performed: Operation[] = [];
  const { address } = await open(async (operation) => {
    performed.push(operation);
    return [];
  });
  await expect(callPortal({ ...address, secret: 'guess' }, grant, idle)).rejects.toThrow('answered 401');
  const anonymous = await fetch(address.url, { method: 'POST', body: JSON.stringify(grant) });
  expect(anonymous.status).toBe(401);
  expect(performed).toEqual([]);
});

it('a body that is no operation is refused', async () => {
  const { address } = await open(async () => []);
  const headers = { authorization: `Bearer ${address.secret}` };
  for (const body of ['{', '{}', JSON.stringify({ ...grant, level: 'root' })]) {
    expect((await fetch(address.url, { method: 'POST', headers, body })).status).toBe(400);
  }
});

it('a refusal comes with its reasons', async () => {
  const { address } = await open(async () => {
    throw new PortalError('not_found', 'There is no dataset small.');
  });
  expect(await callPortal(address, grant, idle)).toEqual({
    kind: 'refused',
    reasons: ['There is no dataset small.'],
  });
  expect(faults).toEqual([]);
});

it('a fault is logged by the portal and named to the caller', async () => {
  const { address } = await open(async () => {
    throw new Error('disk full');
  });
  expect(await callPortal(address, grant, idle)).toEqual({ kind: 'failed', message: 'disk full' });
  expect(faults).toHaveLength(1);
});

it('progress arrives before the result', async () => {
  const { address } = await open(async (operation, { onProgress }) => {
    onProgress({ step: operation.kind, detail: null });
    onProgress({ step: 'reading', detail: '5 %' });
    return ['done'];
  });
  const received: unknown[] = [];
  const end = await callPortal(address, load('/p'), {
    ...idle,
    onProgress: (progress) => received.push(progress),
  });
  expect(received).toEqual([
    { step: 'import', detail: null },
    { step: 'reading', detail: '5 %' },
  ]);
  expect(end).toEqual({ kind: 'done', lines: ['done'] });
});

it('a second import waits for the first, and a grant does not', async () => {
  const order: string[] = [];
  const began = promised();
  const first = promised();
  const { address } = await open(async (operation) => {
    const name = operation.kind === 'import' ? operation.packagePath : operation.kind;
    order.push(`begin ${name}`);
    began.resolve();
    if (name === '/1') await first.promise;
    order.push(`end ${name}`);
    return [];
  });
  const imports = [callPortal(address, load('/1'), idle)];
  await began.promise;
  imports.push(callPortal(address, load('/2'), idle));
  await callPortal(address, grant, idle);
  first.resolve();
  await Promise.all(imports);
  expect(order).toEqual(['begin /1', 'begin grant', 'end grant', 'end /1', 'begin /2', 'end /2']);
});

it('an import stops when its caller disconnects', async () => {
  const caller = new AbortController();
  const stopped = promised();
  let reason: unknown;
  const { address } = await open(
    (_operation, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          stopped.resolve();
          reject(signal.reason);
        });
        caller.abort(new Error('Interrupted.'));
      }),
  );
  await expect(callPortal(address, load('/p'), { ...idle, signal: caller.signal })).rejects.toThrow(
    'Interrupted.',
  );
  await stopped.promise;
  expect(reason).toBe('The caller has disconnected.');
  expect(faults).toEqual([]);
});

it('a portal that has ended is unreachable, which is not a fault', async () => {
  const { address } = await open(async () => []);
  await channel?.close();
  expect(await callPortal(address, grant, idle)).toEqual({ kind: 'unreachable' });
});

const open = async (perform: ChannelOptions['perform']) => {
  channel = await openChannel({ perform, onFault: (error) => faults.push(error) });
  return channel;
};

const grant: Operation = {
  kind: 'grant',
  username: 'ada',
  dataset: 'small',
  level: 'agg',
  canViewWorkspace: true,
  groups: [],
};
function promised() {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

const load = (packagePath: string): Operation => ({
  kind: 'import',
  packagePath,
  dataset: null,
  dryRun: false,
});
