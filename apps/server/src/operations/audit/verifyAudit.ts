import { PortalError } from '@atrium/contract';
import { readAnchors, verifyChain } from '../../audit/index.ts';
import type { OperationDeps } from '../importDeps.ts';
import type { Operation } from '../operation.ts';

const number = new Intl.NumberFormat('en-US');

/** Says how long the chain is and where it ends; refuses with the first line that is wrong. */
export async function verifyAudit(
  { db, anchorFile }: OperationDeps,
  { from, anchors }: Extract<Operation, { kind: 'verifyAudit' }>,
): Promise<readonly string[]> {
  const kept = await readAnchors(anchorFile);
  const verdict = await verifyChain(db, { from, anchors: [...kept, ...anchors] });
  if (verdict.kind === 'broken')
    throw new PortalError('conflict', `The audit is broken at line ${verdict.id}: ${verdict.reason}.`);
  const { lines, definitions, head } = verdict;
  return [
    `The audit is whole: ${number.format(lines)} lines${from > 1 ? ` from line ${from}` : ''}, held against ${kept.length + anchors.length} anchors; ${number.format(definitions)} definitions are as they were asked.`,
    `Head ${head.id}:${head.hash}`,
  ];
}
