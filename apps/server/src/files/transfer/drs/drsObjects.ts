import { type DrsAuthorizations, type DrsObject, PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Member, PortalApi, SignedInAccount } from '../../../access/index.ts';
import { openLiveRelease, releaseNumber } from '../../../catalogue/index.ts';
import type { Schema } from '../../../database/index.ts';
import type { FileRecord, FindReadableFile } from '../../fileRecord.ts';
import { contentTag } from '../contentTag.ts';
import { drsUri, parseDrsId } from '../drsId.ts';
import type { TransferParts } from '../parts.ts';

export interface DrsDeps {
  readonly db: Kysely<Schema>;
  readonly gate: PortalApi['gate'];
  readonly findFile: FindReadableFile;
  readonly warehouse: TransferParts['warehouse'];
}

/** A file that the caller of DRS may read now. */
export interface ResolvedObject {
  readonly id: string;
  readonly member: Member;
  readonly record: FileRecord;
}

const noSuchObject = (): PortalError => new PortalError('not_found', 'There is no such object.');

/**
 * Finds the object of an id for an account. A dataset that the account may not open, a file that it may not read and an
 * id of another content are all refused like an id that does not exist (rule 13.42).
 */
export async function resolveObject(
  { gate, findFile }: DrsDeps,
  account: SignedInAccount,
  id: string,
): Promise<ResolvedObject> {
  const { dataset, fileId, tag } = parseDrsId(id);
  const member = await gate.admit(account, dataset, 'subjects').catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_a_member') throw noSuchObject();
    throw error;
  });
  const record = await findFile(account, dataset, fileId);
  if (record?.checksum == null || contentTag(record) !== tag) throw noSuchObject();
  return { id, member, record };
}

/** The only way to the bytes of an object: a signed link. */
export const accessId = 'https';

export const authorizationsOf = (id: string): DrsAuthorizations => ({
  drs_object_id: id,
  supported_types: ['BearerAuth'],
});

const checksumTypes = { sha256: 'sha-256', md5: 'md5' } as const;

export async function presentObject(
  deps: DrsDeps,
  { id, member, record }: ResolvedObject,
  origin: string,
): Promise<DrsObject> {
  const { checksum, name, size, fileId, dataType, experimentType, fileFormat } = record;
  if (checksum === null) throw noSuchObject();
  return {
    id,
    name: name.replace(/[^A-Za-z0-9._-]/g, '_'),
    self_uri: drsUri(origin, id),
    size,
    created_time: await createdAt(deps, member),
    version: checksum.value,
    mime_type: 'application/octet-stream',
    checksums: [{ checksum: checksum.value, type: checksumTypes[checksum.kind] }],
    access_methods: [{ type: 'https', access_id: accessId, authorizations: authorizationsOf(id) }],
    description: [dataType, experimentType, fileFormat].filter((word) => word !== '').join(', '),
    aliases: [fileId],
  };
}

/** When the release was made in which the file is now; the catalogue knows no time of the file itself. */
async function createdAt({ db, warehouse }: DrsDeps, member: Member): Promise<string> {
  const { release } = await openLiveRelease({ db, warehouse }, member);
  const row = await db
    .selectFrom('release')
    .select('finished_at')
    .where('id', '=', releaseNumber(release))
    .executeTakeFirst();
  return (row?.finished_at ?? new Date(0)).toISOString();
}
