import { PortalError } from '@atrium/contract/errors/errorCode';
import pg from 'pg';

/**
 * States in which a PostgreSQL server does nothing for now: it ends or starts (57P), has no connections (53300), waits
 * too long for a lock or gets a cancel (55P03, 57014), lost a race of two transactions (40), has a full or broken disk
 * (53100, 58), takes no writes (25006), ended a transaction that stood still (25P03), or does not let us in (28, 3D).
 */
const passingStates =
  /^(08...|57P0[1-5]|53100|53[23]00|55P03|57014|40001|40P01|58...|25006|25P03|28...|3D000|XX00[12])$/;

const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** Messages of pg about a connection that ended or never began; these errors have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL)/;

/** Whether a statement failed for the state of the PostgreSQL server or of the way to it, and may succeed a moment later. */
export function isServerAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passingStates.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('syscall' in error || error instanceof AggregateError)
    return 'code' in error && lostCodes.has(error.code);
  return lostConnection.test(error.message) || ('code' in error && lostCodes.has(error.code));
}

export const warehouseAway = (cause?: unknown): PortalError =>
  new PortalError('unavailable', 'The warehouse does not answer. Please try again in a moment.', { cause });

/**
 * The refusal of a question while the server of the warehouse is away (rule 9.15); any other error as it is. Sessions of
 * questions are set to write nothing (25006), so a question that would write is a fault of ours.
 */
export const refusalWhileAway = (error: unknown): unknown =>
  isServerAway(error) && !(error instanceof pg.DatabaseError && error.code === '25006')
    ? warehouseAway(error)
    : error;
