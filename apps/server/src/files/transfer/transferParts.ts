import type { FastifyRequest } from 'fastify';
import type { FindHolder, Member, PortalApi, SignedInAccount, Volumes } from '../../access/index.ts';
import { openLiveRelease } from '../../catalogue/index.ts';
import { originOf, type TakePermit } from '../../http/index.ts';
import type { SharedMemory } from '../../portals/index.ts';
import type { FindReadableFile, FindReadableFiles, OpenReadable } from '../fileRecord.ts';
import type { Addresses } from './addresses.ts';
import type { Aspera } from './aspera.ts';
import type { Links } from './links.ts';
import { type Listing, linkUntil } from './listFiles.ts';
import { type StartDeps, standingOf } from './startTransfer.ts';
import type { Storage } from './storage.ts';
import type { StoredTransfer } from './transferStore.ts';

export interface TransferDeps extends Omit<StartDeps, 'gate' | 'findFiles'> {
  readonly volumes: Volumes;
  readonly findHolder: FindHolder;
  readonly publicUrl: string | null;
  readonly sealKey: Uint8Array;
  /** What all portals know. */
  readonly memory: SharedMemory;
  /** The version of the portal, for service-info. */
  readonly version: string;
  readonly siteTitle: string;
}

/** The parts that the calls in this folder share. */
export interface TransferParts extends TransferDeps {
  readonly gate: PortalApi['gate'];
  readonly findFile: FindReadableFile;
  readonly findFiles: FindReadableFiles;
  readonly openReadable: OpenReadable;
  readonly links: Links;
  readonly storage: Storage;
  readonly takeStream: TakePermit;
  readonly takeRead: TakePermit;
  readonly aspera: Aspera | null;
  readonly addresses: Addresses;
  /** Counts a file that is about to be sent against the rate of an account (rule 8.11). */
  readonly takeFile: (account: string) => void;
  readonly linkHours: number;
}

/** A caller with a session or a token, in a dataset. */
export interface TransferCall {
  readonly account: SignedInAccount;
  readonly member: Member;
  readonly request: FastifyRequest;
}

/** The parts that are needed to list the files of a transfer for its owner. */
export async function openListing(
  parts: TransferParts,
  { account, member, request }: TransferCall,
  transfer: StoredTransfer,
): Promise<Listing> {
  const [holder, { release }] = await Promise.all([
    parts.findHolder({ accountId: account.id, secondFactor: account.secondFactor }),
    openLiveRelease(parts, member),
  ]);
  return {
    member,
    holder,
    transfer,
    origin: originOf(parts, request),
    appSegment: request.server.appSegment,
    until: linkUntil(parts),
    hasChanged: release !== transfer.release || standingOf(parts, member) !== transfer.standing,
  };
}
