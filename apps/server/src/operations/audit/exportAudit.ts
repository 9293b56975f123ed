import { exportLines } from '../../audit/index.ts';
import type { OperationDeps } from '../importDeps.ts';
import type { Operation, Watcher } from '../operation.ts';

/** Sends the lines out while they are read. */
export async function exportAudit(
  { db }: OperationDeps,
  { format, since, until }: Extract<Operation, { kind: 'exportAudit' }>,
  { signal, operator, onOutput }: Watcher,
): Promise<readonly string[]> {
  const filter = {
    since: since === null ? undefined : new Date(since),
    until: until === null ? undefined : new Date(until),
  };
  const by = { accountId: null, ...(operator === undefined ? {} : { operator }) };
  for await (const text of exportLines(db, { format, filter, by })) {
    signal.throwIfAborted();
    await onOutput?.(text);
  }
  return [];
}
