import { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { FindHolder, Holder, Member, PortalApi, SignedInAccount } from '../../access/index.ts';
import { epochsOf, type Schema } from '../../database/index.ts';
import type { FileRecord, FindReadableFile } from '../fileRecord.ts';
import { contentTag } from './contentTag.ts';
import { type LinkedFile, type Links, requireInTime } from './links.ts';

export interface ReaderDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly gate: PortalApi['gate'];
  readonly links: Links;
  readonly findHolder: FindHolder;
  readonly findFile: FindReadableFile;
}

/** A file that a member may read now, and how to ask again while it is sent. */
export interface Readable {
  readonly member: Member;
  readonly record: FileRecord;
  readonly check: () => Promise<unknown>;
}

const noSuchFile = (): PortalError => new PortalError('not_found', 'There is no such file.');
const isAnother = (): PortalError =>
  new PortalError(
    'changed_meanwhile',
    'This file has changed since the link was made. Please get a new list.',
  );

/** The account as of now: what is remembered of its rights is not used past the end of an epoch (rule 8.6). */
export const asOfNow = async (
  { db }: Pick<ReaderDeps, 'db'>,
  account: SignedInAccount,
): Promise<SignedInAccount> => ({ ...account, asOf: await epochsOf(db).read(null) });

/** Finds a file for a member with a session or token, whose membership the route has admitted and asks for again. */
export async function readableBy(
  deps: ReaderDeps,
  { account, member }: { readonly account: SignedInAccount; readonly member: Member },
  fileId: string,
): Promise<Readable> {
  const find = async (): Promise<FileRecord> => {
    const found = await deps.findFile(await asOfNow(deps, account), member.uniqueId, fileId);
    if (found === null) throw noSuchFile();
    return found;
  };
  const record = await find();
  return { member, record, check: whenRightsChange(deps, async () => requireSame(await find(), record)) };
}

/** Finds the file of a signed link for the account that the link names, as if it had signed in (rule 13.32). */
export async function readableByLink(
  deps: ReaderDeps,
  request: FastifyRequest,
  link: string | undefined,
): Promise<Readable & { readonly linked: LinkedFile }> {
  const { file: linked, isOf } = deps.links.open(link);
  const admit = async () => {
    requireInTime(linked, deps.clock());
    const holder = await deps.findHolder(linked);
    requireUnchanged(holder, isOf);
    const { account } = holder;
    request.linkedTo = { account, dataset: linked.dataset };
    return { account, member: await deps.gate.admit(account, linked.dataset, 'subjects') };
  };
  const find = async (account: SignedInAccount): Promise<FileRecord> => {
    const found = await deps.findFile(account, linked.dataset, linked.fileId);
    if (found === null) throw noSuchFile();
    if (contentTag(found) !== linked.tag) throw isAnother();
    return found;
  };
  const { account, member } = await admit();
  const record = await find(account);
  const findAgain = whenRightsChange(deps, async () => find(await asOfNow(deps, account)));
  return {
    linked,
    member,
    record,
    check: async () => {
      await admit();
      await findAgain();
    },
  };
}

function requireUnchanged(holder: Holder, isOf: (holder: Holder) => boolean): void {
  if (isOf(holder)) return;
  throw new PortalError(
    'not_signed_in',
    'The password has changed, or the links of the account were ended, since the link was made. Please get a new one.',
  );
}

function requireSame(now: FileRecord, before: FileRecord): void {
  if (contentTag(now) !== contentTag(before)) throw isAnother();
}

/** Asks again where an epoch has ended since it was asked last: no right and no release changes within one (rule 8.6). */
function whenRightsChange({ db }: ReaderDeps, ask: () => Promise<unknown>): () => Promise<void> {
  let seen: string | null = null;
  return async () => {
    const { epoch } = await epochsOf(db).read(null);
    if (epoch === seen) return;
    await ask();
    seen = epoch;
  };
}
