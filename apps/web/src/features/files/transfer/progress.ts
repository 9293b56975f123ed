import { unreachable } from '@atrium/contract/errors/unreachable';

/** A transfer that this tab runs or ran, as the screen shows it. */
export interface Progress {
  readonly id: string;
  readonly dataset: string;
  readonly way: 'browser' | 'aspera';
  readonly state: 'starting' | 'running' | 'paused' | 'done' | 'failed';
  /** The folder, or the host that sends. */
  readonly where: string;
  readonly files: number;
  readonly filesDone: number;
  readonly totalSize: number;
  readonly bytes: number;
  /** In bytes a second; null before two moments are known. */
  readonly rate: number | null;
  /** Files that were not verified, for want of a checksum. */
  readonly unverified: number;
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
  /** Why all of it failed, or was stopped by the portal. */
  readonly reason: string | null;
}

export type ProgressNews =
  | { readonly kind: 'began' }
  | {
      readonly kind: 'moved';
      readonly bytes: number;
      readonly rate: number | null;
      /** Where the transfer client counts them. */
      readonly totalSize?: number;
      readonly filesDone?: number;
    }
  | { readonly kind: 'fileDone'; readonly isVerified: boolean }
  | { readonly kind: 'fileFailed'; readonly name: string; readonly reason: string }
  | { readonly kind: 'paused'; readonly reason?: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: string };

export const newProgress = (
  given: Pick<Progress, 'id' | 'dataset' | 'way' | 'where' | 'files' | 'totalSize'> & Partial<Progress>,
): Progress => ({
  state: 'starting',
  filesDone: 0,
  bytes: 0,
  rate: null,
  unverified: 0,
  failures: [],
  reason: null,
  ...given,
});

/** The transfer as the screen shows it after an event. A transfer with files that failed is not done. */
export function followProgress(held: Progress, news: ProgressNews): Progress {
  switch (news.kind) {
    case 'began':
      return { ...held, state: 'running', failures: [], reason: null };
    case 'moved':
      return {
        ...held,
        bytes: Math.max(0, news.bytes),
        rate: news.rate,
        totalSize: news.totalSize ?? held.totalSize,
        filesDone: news.filesDone ?? held.filesDone,
      };
    case 'fileDone':
      return {
        ...held,
        filesDone: held.filesDone + 1,
        unverified: held.unverified + (news.isVerified ? 0 : 1),
      };
    case 'fileFailed':
      return { ...held, failures: [...held.failures, { name: news.name, reason: news.reason }] };
    case 'paused':
      return { ...held, state: 'paused', rate: null, reason: news.reason ?? null };
    case 'ended':
      return { ...held, state: held.failures.length > 0 ? 'failed' : 'done', rate: null };
    case 'failed':
      return { ...held, state: 'failed', rate: null, reason: news.reason };
    default:
      return unreachable(news);
  }
}

/** Seconds until the end at the present rate; null where that is not known. */
export const secondsLeft = ({ totalSize, bytes, rate }: Progress): number | null =>
  rate === null || rate <= 0 ? null : Math.max(0, totalSize - bytes) / rate;
