import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import type { Member, PortalApi, SignedInAccount, Volumes } from '../../access/index.ts';
import { type AuditEvent, record } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';
import { disclosed } from '../../http/index.ts';
import { standingOf } from './startTransfer.ts';
import type { TransferParts } from './transferParts.ts';

interface GateDeps {
  readonly db: Kysely<Schema>;
  readonly volumes: Volumes;
}

/** Something that opens files to whoever has it: a signed link, an address of another server, a token of a service. */
interface Capability<Given> {
  /** What can be fetched with it past the portal, whole; 0 where the bytes come through the portal, which counts them. */
  readonly bytes: number;
  make(): Promise<Given>;
  /** Throws where the member may not have it any more. */
  check(): Promise<unknown>;
  /** Its line in the audit. */
  lineOf(given: Given): Pick<AuditEvent, 'action' | 'detail'>;
}

/**
 * The one way by which capabilities leave the portal: it asks for permission again, counts all that the capability
 * opens, and records it, before it is given (rule 13.77).
 * @throws TooManyRequests 'volume_limit' where that is more than what is left of the day
 */
export async function handOut<Given>(
  { db, volumes }: GateDeps,
  member: Member,
  { bytes, make, check, lineOf }: Capability<Given>,
) {
  const meter = bytes === 0 ? null : await volumes.open(member);
  meter?.requireRoom(0, bytes);
  const given = await make();
  await check();
  if (meter?.isCounting) await meter.add({ rows: 0, bytes });
  const { id: accountId } = member.account;
  const line = await record(db, { accountId, datasetId: member.datasetId, ...lineOf(given) });
  return disclosed(given, [line]);
}

/** Asks whether an account still is a member with the same rights; it may have waited for another server meanwhile. */
export const checkRights =
  (
    parts: Pick<TransferParts, 'findHolder'> & { readonly gate: PortalApi['gate'] },
    { account, member }: { readonly account: SignedInAccount; readonly member: Member },
  ) =>
  async (): Promise<void> => {
    const { id: accountId, secondFactor } = account;
    const holder = await parts.findHolder({ accountId, secondFactor });
    const now = await parts.gate.admit(holder.account, member.uniqueId, 'subjects');
    if (standingOf(parts, now) !== standingOf(parts, member))
      throw new PortalError('not_permitted', 'What you may see has changed. Please start again.');
  };
