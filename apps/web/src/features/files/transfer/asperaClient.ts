import { z } from 'zod';
import { ToldError } from '../../../api/apiError.ts';
import type { ClientProblem, ClientState, ClientTransfer, TransferClient } from './transferClient.ts';

/** The parts of the SDK of IBM Aspera Connect that the portal uses, from the package or from another address. */
interface Connect {
  addEventListener(type: string, listener: (type: string, data: unknown) => void): unknown;
  removeEventListener(type: string, listener: (type: string, data: unknown) => void): unknown;
  initSession(): unknown;
  getStatus(): string;
  startTransferPromise(spec: object, settings: object): Promise<unknown>;
}
type ConnectClass = new (options: object) => Connect;

export type LoadSdk = () => Promise<unknown>;

const sdk = z.object({ Connect: z.custom<ConnectClass>((value) => typeof value === 'function') });

/** Older versions are asked to update; the SDK itself takes none before 3.9.0. */
const minVersion = '3.6.0';
/** The SDK gives up by itself before; this is for an extension that does not answer at all. */
const maxSilenceMs = 15_000;

/**
 * The transfer client of IBM Aspera Connect. The SDK is loaded when the first transfer starts, and speaks to the extension
 * of the browser only: its other way, a server on the own machine, would need a gap in the content policy of the page.
 */
export function createAsperaClient(load: LoadSdk, silenceMs = maxSilenceMs): TransferClient {
  let loading: Promise<Connect> | undefined;
  const client = (): Promise<Connect> => {
    loading ??= load().then((loaded) => {
      const made = new (sdk.parse(loaded).Connect)({
        minVersion,
        connectMethod: 'extension',
        dragDropEnabled: false,
      });
      return made;
    });
    return loading;
  };
  let isBegun = false;
  return {
    connect: async () => {
      const connect = await client().catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: rule 13.66 asks for this line.
        console.warn('The transfer client could not be loaded.', error);
        return undefined;
      });
      if (connect === undefined) {
        loading = undefined;
        return unavailable('notLoaded');
      }
      const state = untilKnown(connect, silenceMs);
      if (!isBegun) connect.initSession();
      isBegun = true;
      return state;
    },
    start: async (spec) => {
      const answer = await (await client())
        .startTransferPromise({ ...spec, authentication: 'token' }, {})
        .catch((cause: unknown) => {
          throw new ToldError(reasonOf(cause), { cause });
        });
      const [first] = startedTransfers.safeParse(answer).data?.transfer_specs ?? [];
      if (first === undefined) throw new ToldError('The transfer client started nothing.');
      return first.uuid;
    },
    watch: (listener) => {
      const receive = (_type: string, data: unknown): void => {
        for (const transfer of readTransfers(data)) listener(transfer);
      };
      void client().then((connect) => connect.addEventListener('transfer', receive));
      return () => void client().then((connect) => connect.removeEventListener('transfer', receive));
    },
  };
}

/** The SDK refuses with an object, which has a sentence for people and one for programs. */
const refusal = z.object({
  error: z.object({ user_message: z.string().optional(), internal_message: z.string().optional() }),
});

function reasonOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  const { user_message: forPeople = '', internal_message: forPrograms = '' } =
    refusal.safeParse(cause).data?.error ?? {};
  const says = forPeople || forPrograms || (typeof cause === 'string' ? cause : '');
  return says === '' ? 'The transfer client gave no reason.' : says;
}

const startedTransfers = z.object({ transfer_specs: z.array(z.object({ uuid: z.string() })) });

const unavailable = (reason: ClientProblem) => ({ kind: 'unavailable', reason }) as const;

function stateOf(status: string): ClientState | undefined {
  switch (status) {
    case 'RUNNING':
      return { kind: 'ready' };
    case 'EXTENSION_INSTALL':
      return unavailable('noExtension');
    case 'OUTDATED':
      return unavailable('outdated');
    case 'FAILED':
      return unavailable('notRunning');
    default:
      return undefined;
  }
}

/** Waits until the SDK knows whether the program is there. */
function untilKnown(connect: Connect, silenceMs: number): Promise<ClientState> {
  return new Promise((resolve) => {
    const end = (state: ClientState): void => {
      clearTimeout(timer);
      connect.removeEventListener('status', receive);
      resolve(state);
    };
    const timer = setTimeout(() => end(unavailable('silent')), silenceMs);
    const receive = (_type: string, status: unknown): void => {
      const state = stateOf(String(status));
      if (state !== undefined) end(state);
    };
    connect.addEventListener('status', receive);
    // A session that runs already gives no new information.
    const known = stateOf(connect.getStatus());
    if (known?.kind === 'ready') end(known);
  });
}

const transfers = z.object({
  transfers: z.array(
    z.object({
      uuid: z.string(),
      status: z.string(),
      bytes_written: z.number().default(0),
      bytes_expected: z.number().default(0),
      calculated_rate_kbps: z.number().nullish(),
      file_counts: z.object({ completed: z.number().default(0) }).nullish(),
      error_desc: z.string().nullish(),
    }),
  ),
});

const states: Readonly<Record<string, ClientTransfer['state']>> = {
  completed: 'done',
  failed: 'failed',
  cancelled: 'failed',
  removed: 'failed',
  paused: 'paused',
};

const readTransfers = (data: unknown): readonly ClientTransfer[] =>
  (transfers.safeParse(data).data?.transfers ?? []).map((one) => ({
    id: one.uuid,
    state: states[one.status] ?? 'running',
    bytes: one.bytes_written,
    totalSize: one.bytes_expected,
    rate: typeof one.calculated_rate_kbps === 'number' ? (one.calculated_rate_kbps * 1000) / 8 : null,
    filesDone: one.file_counts?.completed ?? 0,
    reason: one.error_desc === '' ? null : (one.error_desc ?? null),
  }));
