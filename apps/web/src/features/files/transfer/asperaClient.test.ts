import { describe, expect, it, vi } from 'vitest';
import { createAsperaClient, type LoadSdk } from './asperaClient.ts';
import type { ClientTransfer } from './transferClient.ts';

type Listener = (type: string, data: unknown) => void;

/** The SDK of the transfer client as far as it is used, with a program behind it that is in one state. */
function sdkOf(
  status: string | null,
  answer = async (): Promise<unknown> => ({ transfer_specs: [{ uuid: 'one' }] }),
) {
  const made: unknown[] = [];
  const started: unknown[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const tell = (type: string, data: unknown) => {
    for (const listener of listeners.get(type) ?? []) listener(type, data);
  };
  class Connect {
    constructor(options: unknown) {
      made.push(options);
    }
    addEventListener(type: string, listener: Listener) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    }
    removeEventListener(type: string, listener: Listener) {
      listeners.get(type)?.delete(listener);
    }
    initSession() {
      tell('status', 'INITIALIZING');
      if (status !== null) tell('status', status);
    }
    getStatus() {
      return made.length > 0 && status !== null ? status : 'INITIALIZING';
    }
    async startTransferPromise(spec: object) {
      started.push(spec);
      return answer();
    }
  }
  const load = vi.fn<LoadSdk>(async () => ({ Connect }));
  return { load, made, started, tell };
}

describe('the transfer client', () => {
  it('loads its SDK when it is needed, once, for version 3.6.0 and the extension only', async () => {
    const { load, made } = sdkOf('RUNNING');
    const client = createAsperaClient(load);
    expect(load).not.toHaveBeenCalled();
    expect(await client.connect()).toEqual({ kind: 'ready' });
    expect(await client.connect()).toEqual({ kind: 'ready' });
    expect(load).toHaveBeenCalledOnce();
    expect(made).toEqual([{ minVersion: '3.6.0', connectMethod: 'extension', dragDropEnabled: false }]);
  });

  it.each([
    ['EXTENSION_INSTALL', 'noExtension'],
    ['OUTDATED', 'outdated'],
    ['FAILED', 'notRunning'],
  ])('that is %s says why it cannot be used', async (status, reason) => {
    const client = createAsperaClient(sdkOf(status).load);
    expect(await client.connect()).toEqual({ kind: 'unavailable', reason });
  });

  it('that does not answer is given up', async () => {
    const client = createAsperaClient(sdkOf(null).load, 1);
    expect(await client.connect()).toEqual({ kind: 'unavailable', reason: 'silent' });
  });

  it('whose SDK is blocked says so, and is loaded again at the next attempt', async () => {
    const { load } = sdkOf('RUNNING');
    load.mockRejectedValueOnce(new Error('blocked'));
    const client = createAsperaClient(load);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await client.connect()).toEqual({ kind: 'unavailable', reason: 'notLoaded' });
    expect(warned).toHaveBeenCalledWith(expect.any(String), new Error('blocked'));
    warned.mockRestore();
    expect(await client.connect()).toEqual({ kind: 'ready' });
  });

  it.each([
    [
      { error: { code: 900, user_message: 'The disk is full.', internal_message: 'ENOSPC' } },
      'The disk is full.',
    ],
    [{ error: { code: 900, internal_message: 'ENOSPC' } }, 'ENOSPC'],
    [new Error('The port is blocked.'), 'The port is blocked.'],
    ['refused', 'refused'],
    [undefined, 'The transfer client gave no reason.'],
  ])('that refuses with %j keeps the reason (rule 13.66)', async (refused, reason) => {
    const { load } = sdkOf('RUNNING', () => Promise.reject(refused));
    const client = createAsperaClient(load);
    await client.connect();
    await expect(client.start({ remote_host: 'xfer' })).rejects.toThrow(reason);
  });

  it('starts a transfer with a token, and tells how far it is', async () => {
    const { load, started, tell } = sdkOf('RUNNING');
    const client = createAsperaClient(load);
    await client.connect();
    expect(await client.start({ remote_host: 'xfer', token: 'ATV' })).toBe('one');
    expect(started).toEqual([{ remote_host: 'xfer', token: 'ATV', authentication: 'token' }]);

    const received: ClientTransfer[] = [];
    const end = client.watch((transfer) => received.push(transfer));
    await client.connect();
    const transfer = { uuid: 'one', bytes_written: 30, bytes_expected: 90, calculated_rate_kbps: 8 };
    tell('transfer', { transfers: [{ ...transfer, status: 'running', file_counts: { completed: 2 } }] });
    tell('transfer', { transfers: [{ ...transfer, status: 'cancelled', error_desc: 'Cancelled by user' }] });
    tell('transfer', 'nonsense');
    end();
    await client.connect();
    tell('transfer', { transfers: [{ ...transfer, status: 'completed' }] });
    const common = { id: 'one', bytes: 30, totalSize: 90, rate: 1000 };
    expect(received).toEqual([
      { ...common, state: 'running', filesDone: 2, reason: null },
      { ...common, state: 'failed', filesDone: 0, reason: 'Cancelled by user' },
    ]);
  });
});
