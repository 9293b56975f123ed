import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PermissionGroup } from '@atrium/engine';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';

const names = z.array(z.string());

/** A permission group as stored; a row that cannot be parsed opens nothing. */
export const groupOpens = z.strictObject({
  allSubjects: z.boolean(),
  subjectConcepts: names,
  categories: names.nullable(),
  concepts: names.nullable(),
  collections: names.nullable(),
});

const nothing: PermissionGroup = {
  allSubjects: false,
  subjectConcepts: [],
  categories: [],
  concepts: [],
  collections: [],
};

interface MemberKey {
  readonly datasetId: number;
  readonly membershipId: number;
}

/** The groups of a member; null where the dataset has no groups at all, and so no limits (rule 1.11). */
export interface MemberGroups {
  readonly groups: readonly PermissionGroup[] | null;
  /** Their names, by which files are opened (rule 13.5). */
  readonly groupNames: readonly string[];
}

/** Loads the groups of a member. */
export async function loadGroups(
  db: Kysely<Schema>,
  { datasetId, membershipId }: MemberKey,
): Promise<MemberGroups> {
  const rows = await db
    .selectFrom('permission_group')
    .leftJoin('membership_group', (join) =>
      join
        .onRef('membership_group.group_id', '=', 'permission_group.id')
        .on('membership_group.membership_id', '=', membershipId),
    )
    .select(['permission_group.name', 'permission_group.opens', 'membership_group.membership_id'])
    .where('permission_group.dataset_id', '=', datasetId)
    .orderBy('permission_group.id')
    .execute();
  if (rows.length === 0) return { groups: null, groupNames: [] };
  const own = rows.filter(({ membership_id }) => membership_id !== null);
  return {
    groups: own.map(({ opens }) => {
      const read = groupOpens.safeParse(opens);
      return read.success ? read.data : nothing;
    }),
    groupNames: own.map(({ name }) => name).sort(),
  };
}

/** Gives a member exactly these groups of the dataset; refuses with not_found a name that no group has. */
export async function setGroups(
  db: Kysely<Schema>,
  { datasetId, membershipId }: MemberKey,
  groupNames: readonly string[],
): Promise<void> {
  const wanted = [...new Set(groupNames)];
  const groups = await db
    .selectFrom('permission_group')
    .select(['id', 'name'])
    .where('dataset_id', '=', datasetId)
    .execute();
  const ids = wanted.map((name) => {
    const group = groups.find((candidate) => candidate.name === name);
    if (group === undefined) throw new PortalError('not_found', `There is no group ${name} in this dataset.`);
    return group.id;
  });
  await db.deleteFrom('membership_group').where('membership_id', '=', membershipId).execute();
  if (ids.length === 0) return;
  await db
    .insertInto('membership_group')
    .values(ids.map((group_id) => ({ dataset_id: datasetId, membership_id: membershipId, group_id })))
    .execute();
}
