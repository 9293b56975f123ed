import { takeTimeSlices } from '@atrium/warehouse';
import type { FastifyRequest } from 'fastify';
import type { SignedInAccount } from '../../../access/index.ts';
import type { RecordedLine } from '../../../audit/index.ts';
import { originOf } from '../../../http/index.ts';
import { contentTag } from '../contentTag.ts';
import { checkRights, handOut } from '../handOut.ts';
import { linkTo, linkUntil } from '../listFiles.ts';
import { selectionOf, startTransfer } from '../startTransfer.ts';
import type { TransferParts } from '../transferParts.ts';
import type { ResolvedObject } from './drsObjects.ts';

interface LinkRequest {
  readonly account: SignedInAccount;
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
}

interface Linked {
  readonly links: readonly { readonly id: string; readonly url: string }[];
  readonly lines: readonly RecordedLine[];
}

/** Signed links to objects, which are one transfer for each dataset. */
export async function linksTo(
  parts: TransferParts,
  { account, request, signal }: LinkRequest,
  objects: readonly ResolvedObject[],
): Promise<Linked> {
  const holder = await parts.findHolder({ accountId: account.id, secondFactor: account.secondFactor });
  const until = linkUntil(parts);
  const origin = originOf(parts, request);
  const { appSegment } = request.server;
  const links: { readonly id: string; readonly url: string }[] = [];
  const lines: RecordedLine[] = [];
  const slice = takeTimeSlices();
  for (const [member, ofDataset] of byMember(objects)) {
    const records = ofDataset.map(({ record }) => record);
    const handed = await handOut(parts, member, {
      bytes: 0,
      make: async () => {
        const selection = await selectionOf(parts, member, records);
        return (await startTransfer(parts, member, { way: 'drs', selection, signal })).transfer;
      },
      check: checkRights(parts, { account, member }),
      lineOf: ({ id, files, bytes }) => ({
        action: 'transfer_list',
        detail: { transfer: id, form: 'drs', files, bytes },
      }),
    });
    const transfer = handed.reply;
    lines.push(...handed.lines);
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
  return { links, lines };
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
