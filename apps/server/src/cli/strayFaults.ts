import { PortalError } from '@atrium/contract/errors/errorCode';
import { isServerAway } from '@atrium/warehouse';
import type { Logger } from 'pino';

/** How the process reports promises that failed while nobody waited for them. */
export interface FaultSource {
  on(event: 'unhandledRejection', listener: (error: unknown) => void): unknown;
  off(event: 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

interface StrayFaultOptions {
  readonly source: FaultSource;
  readonly log: Pick<Logger, 'warn' | 'fatal'>;
  /** Ends the process. */
  readonly end: (error: unknown) => void;
}

/**
 * Handles promises that failed while nobody waited for them, until the returned function is called. The portal goes on
 * only where that is known to be harmless; after anything else its state is unknown, and it ends.
 */
export function watchStrayFaults({ source, log, end }: StrayFaultOptions): () => void {
  const receive = (error: unknown): void => {
    if (isHarmless(error)) {
      log.warn({ err: error }, 'a failure that nobody waited for');
      return;
    }
    log.fatal({ err: error }, 'a failure that nobody waited for ends the portal');
    end(error);
  };
  source.on('unhandledRejection', receive);
  return () => source.off('unhandledRejection', receive);
}

/** Errors of a client that has gone away. */
const goneClient: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** A client or a database went away, or something was refused: the caller has had the answer, or is gone. */
export const isHarmless = (error: unknown): boolean =>
  (error instanceof PortalError && error.code !== 'fault') ||
  isServerAway(error) ||
  (error instanceof Error && 'code' in error && goneClient.has(error.code));
