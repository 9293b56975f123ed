import { takeSlices } from '@atrium/warehouse';
import type { FastifyRequest } from 'fastify';
import type { SignedInAccount } from '../../../access/index.ts';
import { contentTag } from '../contentTag.ts';
import { linkTo, linkUntil, originOf } from '../listFiles.ts';
import type { TransferParts } from '../parts.ts';
import { selectionOf, startTransfer } from '../startTransfer.ts';
import type { ResolvedObject } from './drsObjects.ts';

interface LinkRequest {
  readonly account: SignedInAccount;
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
}

/** Signed links to objects, which are one transfer for each dataset. */
export async function linksTo(
  parts: TransferParts,
  { account, request, signal }: LinkRequest,
  objects: readonly ResolvedObject[],
): Promise<readonly { readonly id: string; readonly url: string }[]> {
  const holder = await parts.findHolder({ accountId: account.id, secondFactor: account.secondFactor });
  const until = linkUntil(parts);
  const origin = originOf(parts, request);
  const { appSegment } = request.server;
  const links: { readonly id: string; readonly url: string }[] = [];
  const slice = takeSlices();
  for (const [member, ofDataset] of byMember(objects)) {
    const transfer = await startTransfer(parts, member, {
      way: 'drs',
      selection: await selectionOf(
        parts,
        member,
        ofDataset.map(({ record }) => record),
      ),
      signal,
    });
    for (const { id, record } of ofDataset) {
      const file = {
        fileId: record.fileId,
        name: record.name,
        tag: contentTag(record),
        transferId: transfer.id,
      };
      links.push({ id, url: linkTo(parts, { member, holder, origin, appSegment, until }, file) });
      await slice.giveWay();
    }
  }
  return links;
}

function byMember(objects: readonly ResolvedObject[]) {
  const groups = new Map<string, ResolvedObject[]>();
  for (const object of objects) {
    const { uniqueId } = object.member;
    const group = groups.get(uniqueId);
    if (group === undefined) groups.set(uniqueId, [object]);
    else group.push(object);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[first.member, group] as const];
  });
}
