import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Lookup, PermissionGroup } from '@atrium/engine';
import { sql, type Transaction } from 'kysely';
import { record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { type By, type ImportDeps, type Operation, recordedBy } from './operation.ts';

async function findDataset(transaction: Transaction<Schema>, uniqueId: string) {
  const dataset = await transaction
    .selectFrom('dataset')
    .select(['id', 'live_release_id'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
  if (dataset === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  return { id: dataset.id, releaseId: dataset.live_release_id };
}

/** Makes a permission group or replaces what it opens, and records it in the audit (rules 1.12 and 1.13). */
export async function setGroup(
  { db, questions }: ImportDeps,
  { dataset: uniqueId, name, opens }: Extract<Operation, { kind: 'setGroup' }>,
  by: By,
): Promise<readonly string[]> {
  const membersWithoutGroup = await db.transaction().execute(async (transaction) => {
    const dataset = await findDataset(transaction, uniqueId);
    if (dataset.releaseId === null) throw new PortalError('not_ready', `${uniqueId} has no data yet.`);
    checkGroup(opens, await questions.open(releaseName(dataset.releaseId)));
    const { id: group } = await transaction
      .insertInto('permission_group')
      .values({ dataset_id: dataset.id, name, opens: JSON.stringify(opens) })
      .onConflict((conflict) =>
        conflict.columns(['dataset_id', 'name']).doUpdateSet({ opens: JSON.stringify(opens) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const left = await countWithoutGroup(transaction, dataset.id);
    const detail = { group, name, allSubjects: opens.allSubjects, isRemoved: false };
    const line = { datasetId: dataset.id, action: 'group_change', detail } as const;
    await record(transaction, { ...recordedBy(by), ...line });
    return left;
  });
  return [`Group ${name} of ${uniqueId} is set.`, ...warningOf(membersWithoutGroup, uniqueId)];
}

/** Removes a permission group. Without any group a dataset has no limits. */
export async function removeGroup(
  { db }: Pick<ImportDeps, 'db'>,
  { dataset: uniqueId, name }: Extract<Operation, { kind: 'removeGroup' }>,
  by: By,
): Promise<readonly string[]> {
  const after = await db.transaction().execute(async (transaction) => {
    const dataset = await findDataset(transaction, uniqueId);
    const removed = await transaction
      .deleteFrom('permission_group')
      .where('dataset_id', '=', dataset.id)
      .where('name', '=', name)
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined)
      throw new PortalError('not_found', `There is no group ${name} in ${uniqueId}.`);
    await forgetInGrants(transaction, dataset.id, name);
    const left = await countGroups(transaction, dataset.id);
    const without = await countWithoutGroup(transaction, dataset.id);
    const detail = { group: removed.id, name, isRemoved: true };
    const line = { datasetId: dataset.id, action: 'group_change', detail } as const;
    await record(transaction, { ...recordedBy(by), ...line });
    return { left, without };
  });
  const rest =
    after.left === 0
      ? [`${uniqueId} has no groups any more: every member sees every subject.`]
      : warningOf(after.without, uniqueId);
  return [`Group ${name} of ${uniqueId} is removed.`, ...rest];
}

/** A later group of this name is another one; a grant of this group alone gives nothing any more. */
async function forgetInGrants(
  transaction: Transaction<Schema>,
  datasetId: number,
  name: string,
): Promise<void> {
  await sql`delete from membership_grant
    where dataset_id = ${datasetId} and groups = jsonb_build_array(${name}::text)`.execute(transaction);
  await sql`update membership_grant set groups = groups - ${name}::text
    where dataset_id = ${datasetId} and jsonb_exists(groups, ${name}::text)`.execute(transaction);
}

async function countGroups(transaction: Transaction<Schema>, datasetId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('permission_group')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countWithoutGroup(transaction: Transaction<Schema>, datasetId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('membership')
    .leftJoin('membership_group', 'membership_group.membership_id', 'membership.id')
    .select((eb) => eb.fn.count('membership.id').distinct().as('count'))
    .where('membership.dataset_id', '=', datasetId)
    .where('membership_group.group_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const warningOf = (members: number, uniqueId: string): readonly string[] =>
  members === 0
    ? []
    : [`${members} of its members have no group and see nothing of ${uniqueId} until they get one.`];

/** Refuses with bad_request a group with an id that the live release lacks, or that has another role there. */
function checkGroup(group: PermissionGroup, lookup: Lookup): void {
  const problems = [
    ...group.subjectConcepts.flatMap((id) => subjectProblems(id, lookup)),
    ...(group.categories ?? []).flatMap((id) => categoryProblems(id, lookup)),
    ...(group.concepts ?? []).flatMap((id) => conceptProblems(id, lookup)),
    ...(group.collections ?? []).flatMap((id) =>
      lookup.collection(id) === undefined ? [`There is no collection ${id}.`] : [],
    ),
  ];
  if (problems.length > 0) throw new PortalError('bad_request', problems.join('\n'));
}

function subjectProblems(id: string, lookup: Lookup): readonly string[] {
  const concept = lookup.concept(id);
  if (concept === undefined) return [`There is no concept ${id}.`];
  return concept.collectionId === lookup.root.id
    ? []
    : [`${id} is not a concept of ${lookup.root.id}, so it shows no subjects.`];
}

function categoryProblems(id: string, { dictionary }: Lookup): readonly string[] {
  const category = dictionary.categories.find((node) => node.id === id);
  if (category === undefined) return [`There is no category ${id}.`];
  return category.parentNumber === null ? [] : [`${id} is not a category at the top of the tree.`];
}

function conceptProblems(id: string, lookup: Lookup): readonly string[] {
  const concept = lookup.concept(id);
  if (concept === undefined) return [`There is no concept ${id}.`];
  const [top] = lookup.categoryPath(concept);
  return top === undefined ? [] : [`${id} is under the category ${top.id}; name the category.`];
}
