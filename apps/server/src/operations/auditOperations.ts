import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  acceptAnchors,
  describeLost,
  exportLines,
  loadAnchors,
  loadWritten,
  verifyChain,
} from '../audit/index.ts';
import { type By, type Operation, type OperationDeps, recordedBy, type Watcher } from './operation.ts';

/**
 * Verifies the audit and reports its length and head. Refuses with conflict, and names the first line that is wrong, or
 * what the anchor file lacks.
 */
export async function verifyAudit(
  { db, anchorFile }: OperationDeps,
  { from, anchors, acceptFile = false }: Extract<Operation, { kind: 'verifyAudit' }>,
  by: By,
): Promise<readonly string[]> {
  const kept = await loadAnchors(anchorFile);
  const verdict = await verifyChain(db, { from, anchors: [...kept, ...anchors] });
  if (verdict.kind === 'broken')
    throw new PortalError('conflict', `The audit is broken at line ${verdict.id}: ${verdict.reason}.`);
  if (acceptFile) await acceptAnchors(db, kept, recordedBy(by));
  const lost = describeLost(await loadWritten(db), kept);
  if (lost !== null)
    throw new PortalError(
      'conflict',
      `The lines of the audit follow from each other, but lines made anew would not be found. Anchor file ${anchorFile}: ${lost}.`,
    );
  const { lines, definitions, head } = verdict;
  return [
    `The audit is whole: ${formatQuantity(lines, 'line')}${from > 1 ? ` from line ${from}` : ''}, checked against ${formatQuantity(kept.length + anchors.length, 'anchor')}; ${formatQuantity(definitions, 'definition is', 'definitions are')} unchanged.`,
    `Head ${head.id}:${head.hash}`,
  ];
}

/** Sends the lines of the audit to the watcher while they are loaded. */
export async function exportAudit(
  { db }: OperationDeps,
  { format, since, until }: Extract<Operation, { kind: 'exportAudit' }>,
  { signal, operator, accountId, onOutput }: Watcher,
): Promise<readonly string[]> {
  const filter = {
    since: since === null ? undefined : new Date(since),
    until: until === null ? undefined : new Date(until),
  };
  for await (const text of exportLines(db, { format, filter, by: recordedBy({ operator, accountId }) })) {
    signal.throwIfAborted();
    await onOutput?.(text);
  }
  return [];
}
