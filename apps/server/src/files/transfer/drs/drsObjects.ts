import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DrsAuthorizations, DrsObject } from '@atrium/contract/wire/drs';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Member, PortalApi, SignedInAccount } from '../../../access/index.ts';
import { openLiveRelease, releaseNumber } from '../../../catalogue/index.ts';
import type { Schema } from '../../../database/index.ts';
import type { FileRecord, FindReadableFiles } from '../../fileRecord.ts';
import { contentTag } from '../contentTag.ts';
import { type DrsName, drsUri, parseDrsId } from '../drsId.ts';
import type { TransferParts } from '../transferParts.ts';

export interface DrsDeps {
  readonly db: Kysely<Schema>;
  readonly gate: PortalApi['gate'];
  readonly findFiles: FindReadableFiles;
  readonly questions: TransferParts['questions'];
}

/** A file that the caller of DRS may read now. */
export interface ResolvedObject {
  readonly id: string;
  readonly member: Member;
  readonly record: FileRecord;
}

const noSuchObject = (): PortalError => new PortalError('not_found', 'There is no such object.');

type Outcome = ResolvedObject | PortalError;

/**
 * Finds the objects of ids for an account, or says why it may not have them; each id once. A dataset that the account may
 * not open, a file that it may not read and an id of another content are all refused like an id that does not exist (rule
 * 13.42). The files of a dataset are found by one statement, and between two objects others are answered (rule 8.29).
 */
export async function resolveObjects(
  deps: DrsDeps,
  account: SignedInAccount,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>(ids.map((id) => [id, noSuchObject()] as const));
  const slice = takeTimeSlices();
  for (const [dataset, names] of await namesByDataset(outcomes.keys())) {
    const member = await deps.gate.admit(account, dataset, 'subjects').catch(refusalOf);
    if (member instanceof PortalError) {
      for (const { id } of names) outcomes.set(id, member);
      continue;
    }
    const records = await deps.findFiles(
      account,
      dataset,
      names.map(({ fileId }) => fileId),
    );
    for (const { id, fileId, tag } of names) {
      const record = records.get(fileId);
      if (record?.checksum != null && contentTag(record) === tag) outcomes.set(id, { id, member, record });
      await slice.giveWay();
    }
  }
  return outcomes;
}

/** The object of one id; throws the refusal. */
export async function resolveObject(
  deps: DrsDeps,
  account: SignedInAccount,
  id: string,
): Promise<ResolvedObject> {
  const outcome = (await resolveObjects(deps, account, [id])).get(id) ?? noSuchObject();
  if (outcome instanceof PortalError) throw outcome;
  return outcome;
}

function refusalOf(error: unknown): PortalError {
  if (!(error instanceof PortalError)) throw error;
  return error.code === 'not_a_member' ? noSuchObject() : error;
}

interface NamedObject extends DrsName {
  readonly id: string;
}

/** What the ids name; one that names nothing is left out. */
async function namesByDataset(ids: Iterable<string>): Promise<ReadonlyMap<string, readonly NamedObject[]>> {
  const groups = new Map<string, NamedObject[]>();
  const slice = takeTimeSlices();
  for (const id of ids) {
    await slice.giveWay();
    const name = namedBy(id);
    if (name === null) continue;
    const group = groups.get(name.dataset);
    if (group === undefined) groups.set(name.dataset, [{ id, ...name }]);
    else group.push({ id, ...name });
  }
  return groups;
}

function namedBy(id: string): DrsName | null {
  try {
    return parseDrsId(id);
  } catch (error) {
    refusalOf(error);
    return null;
  }
}

/** The only way to the bytes of an object: a signed link. */
export const accessId = 'https';

export const authorizationsOf = (id: string): DrsAuthorizations => ({
  drs_object_id: id,
  supported_types: ['BearerAuth'],
});

const checksumTypes = { sha256: 'sha-256', md5: 'md5' } as const;

/** Objects as DRS shows them. */
export async function presentObjects(
  deps: DrsDeps,
  objects: readonly ResolvedObject[],
  origin: string,
): Promise<readonly DrsObject[]> {
  const times = new Map<string, string>();
  const presented: DrsObject[] = [];
  const slice = takeTimeSlices();
  for (const object of objects) {
    const { uniqueId } = object.member;
    const createdTime = times.get(uniqueId) ?? (await createdAt(deps, object.member));
    times.set(uniqueId, createdTime);
    presented.push(presentObject(object, { origin, createdTime }));
    await slice.giveWay();
  }
  return presented;
}

function presentObject(
  { id, record }: ResolvedObject,
  { origin, createdTime }: { readonly origin: string; readonly createdTime: string },
): DrsObject {
  const { checksum, name, size, fileId, location, dataType, experimentType, fileFormat } = record;
  if (checksum === null) throw noSuchObject();
  return {
    id,
    name: name.replace(/[^A-Za-z0-9._-]/g, '_'),
    self_uri: drsUri(origin, id),
    size,
    created_time: createdTime,
    updated_time: createdTime,
    version: checksum.value,
    mime_type: 'application/octet-stream',
    checksums: [{ checksum: checksum.value, type: checksumTypes[checksum.kind] }],
    access_methods: [
      {
        type: 'https',
        access_id: accessId,
        // Another service may have to fetch its file first, of which the portal knows nothing.
        ...(location.kind === 'path' && { available: true }),
        authorizations: authorizationsOf(id),
      },
    ],
    description: [dataType, experimentType, fileFormat].filter((word) => word !== '').join(', '),
    aliases: [fileId],
  };
}

/** When the release was made in which the file is now; the catalogue knows no time of the file itself. */
async function createdAt({ db, questions }: DrsDeps, member: Member): Promise<string> {
  const { release } = await openLiveRelease({ db, questions }, member);
  const row = await db
    .selectFrom('release')
    .select('finished_at')
    .where('id', '=', releaseNumber(release))
    .executeTakeFirst();
  return (row?.finished_at ?? new Date(0)).toISOString();
}
