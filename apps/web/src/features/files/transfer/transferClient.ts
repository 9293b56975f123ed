/** A program beside the browser that receives files, such as IBM Aspera Connect. */
export interface TransferClient {
  /** Finds the program, or gives the reason why it cannot be reached. */
  connect(): Promise<ClientState>;
  /** Starts a transfer and resolves with its id when the program has taken it; throws an Error that says why it has not. */
  start(spec: TransferSpec): Promise<string>;
  /** Calls a listener with the transfers of this page; the returned function ends it. */
  watch(listener: (transfer: ClientTransfer) => void): () => void;
}

export type ClientState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly reason: ClientProblem };

export const clientProblems = ['notLoaded', 'noExtension', 'notRunning', 'outdated', 'silent'] as const;
export type ClientProblem = (typeof clientProblems)[number];

/** As the transfer service made it; the portal does not look inside. */
export type TransferSpec = Readonly<Record<string, unknown>>;

export interface ClientTransfer {
  readonly id: string;
  readonly state: 'running' | 'paused' | 'done' | 'failed';
  readonly bytes: number;
  readonly totalSize: number;
  /** In bytes a second. */
  readonly rate: number | null;
  readonly filesDone: number;
  readonly reason: string | null;
}
