import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Holder, Member } from '../../access/index.ts';
import type { Schema } from '../../database/index.ts';
import { type OneLine, oneLine, type SafePath, safePath, type Token, token } from '../../http/index.ts';
import type { FileRecord, FindReadableFiles } from '../fileRecord.ts';
import { contentTag } from './contentTag.ts';
import { drsId, drsUri } from './drsId.ts';
import type { Links } from './links.ts';
import { type ChosenFile, keptDays, loadChosenFiles, type StoredTransfer } from './transferStore.ts';

/** In the place of what a file does not have. */
export const nothing = oneLine('');

/** A file of a transfer as its receiver sees it. */
export interface ListedFile extends Omit<ChosenFile, 'path' | 'checksum'> {
  readonly path: SafePath;
  readonly checksum: { readonly kind: 'sha256' | 'md5'; readonly value: Token } | null;
  /** A signed link; null where the caller may not have the file now. */
  readonly url: Token | null;
  /** Why there is no link, in a sentence; null where there is one. */
  readonly problem: OneLine | null;
  readonly drsUri: Token | null;
}

export interface ListDeps {
  readonly db: Kysely<Schema>;
  readonly links: Links;
  readonly clock: () => Date;
  readonly findFiles: FindReadableFiles;
  readonly linkHours: number;
  readonly publicUrl: string | null;
}

/** The receiver of a list of files, and the transfer that it is about. */
export interface Listing {
  readonly member: Member;
  readonly holder: Holder;
  readonly transfer: StoredTransfer;
  /** Where the portal is reached, as https://portal.example.org. */
  readonly origin: string;
  readonly appSegment: string;
  /** Until when links live, in whole seconds since 1970. */
  readonly until: number;
  /** Whether the rights of the member, or the live release, are other ones than when the transfer began. */
  readonly hasChanged: boolean;
}

/** Until when a link lives that is made now. */
export const linkUntil = ({ clock, linkHours }: Pick<ListDeps, 'clock' | 'linkHours'>): number =>
  Math.floor(clock().getTime() / 1000 + linkHours * 3600);

/** The address of a file with a signed link, which opens it without a session. */
export function linkTo(
  { links }: Pick<ListDeps, 'links'>,
  { member, holder, origin, appSegment, until }: Omit<Listing, 'transfer' | 'hasChanged'>,
  file: Pick<ChosenFile, 'fileId' | 'name' | 'tag'> & { readonly transferId: number | null },
): Token {
  const { name, ...linked } = file;
  const { id: accountId, secondFactor } = holder.account;
  const link = links.sign({ ...linked, accountId, secondFactor, dataset: member.uniqueId, until }, holder);
  const shown = encodeURIComponent(withoutUnsafe(name, '_'));
  return token(`${origin}/${appSegment}/importedfiles/file/${shown}?link=${link}`);
}

/** A page of the files of a transfer, each with a fresh link. */
export async function listPage(
  deps: ListDeps,
  listing: Listing,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly ListedFile[]> {
  const { transfer } = listing;
  const chosen = await loadChosenFiles(deps.db, transfer.id, page);
  if (chosen.length === 0 && page.after < transfer.files)
    throw new PortalError(
      'not_found',
      `The list of files of this transfer was kept for ${keptDays} days. Please put them into the queue again.`,
    );
  const { holder, member, hasChanged } = listing;
  const ids = chosen.map(({ fileId }) => fileId);
  const now = hasChanged ? await deps.findFiles(holder.account, member.uniqueId, ids) : null;
  const listed: ListedFile[] = [];
  const slice = takeTimeSlices();
  for (const file of chosen) {
    const problem = now === null ? null : problemOf(file, now.get(file.fileId));
    listed.push(listFile(deps, listing, { file, problem }));
    await slice.giveWay();
  }
  return listed;
}

function listFile(
  deps: ListDeps,
  listing: Listing,
  { file, problem }: { readonly file: ChosenFile; readonly problem: string | null },
): ListedFile {
  const { member, transfer, origin } = listing;
  const address = { dataset: member.uniqueId, fileId: file.fileId, tag: file.tag };
  const uri = file.checksum === null ? null : token(drsUri(origin, drsId(address)));
  const url = problem === null ? linkTo(deps, listing, { ...file, transferId: transfer.id }) : null;
  const { checksum } = file;
  return {
    ...file,
    path: safePath(file.path),
    checksum: checksum === null ? null : { kind: checksum.kind, value: token(checksum.value) },
    url,
    problem: problem === null ? null : oneLine(problem),
    drsUri: uri,
  };
}

/** Why the member may not have a file of an earlier choice; null where they may. */
function problemOf({ tag }: Pick<ChosenFile, 'tag'>, now: FileRecord | undefined): string | null {
  if (now === undefined) return 'This file is no longer there for you.';
  return contentTag(now) === tag ? null : 'This file has changed since it was chosen.';
}

const listedAtOnce = 1000;

/** All files of a transfer, page by page; each file once, or an error (rule 13.40). */
export async function* listAll(deps: ListDeps, listing: Listing): AsyncGenerator<ListedFile> {
  let count = 0;
  for (;;) {
    const page = await listPage(deps, listing, { after: count, limit: listedAtOnce });
    yield* page;
    count += page.length;
    if (count >= listing.transfer.files) break;
  }
  if (count !== listing.transfer.files)
    throw new Error(`Of ${listing.transfer.files} files of a transfer ${count} were listed.`);
}
