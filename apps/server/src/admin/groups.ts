import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { type GroupOptions, groupOpening } from '@atrium/contract/endpoints/adminGroups';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { sql } from 'kysely';
import { z } from 'zod';
import { groupOpens, type PortalApi } from '../access/index.ts';
import { releaseName } from '../catalogue/index.ts';
import { route } from '../http/index.ts';
import { createActs } from './frame/act.ts';
import type { AdminDeps } from './frame/deps.ts';
import { type Row, registerList } from './frame/list.ts';

const { groups: calls } = adminEndpoints;

/** The room of permission groups (rules 1.11 to 1.13). */
export function registerGroupRoom(api: PortalApi, deps: AdminDeps): void {
  const { operate } = createActs(deps);
  const performed = (sentences: readonly string[]) => ({
    status: 'complete' as const,
    sentences: [...sentences],
  });
  registerList(api, deps, {
    calls,
    rows: (now) => sql`
      select permission_group.id, permission_group.name, dataset.unique_id as dataset,
        dataset.name as dataset_name, permission_group.opens, permission_group.created_at,
        (select count(*)::integer from membership_group
          join membership on membership.id = membership_group.membership_id
          where membership_group.group_id = permission_group.id
            and (membership.ends_at is null or membership.ends_at > ${now})) as members
      from permission_group join dataset on dataset.id = permission_group.dataset_id`,
    complete: withOpening,
    searched: ['name', 'dataset', 'dataset_name', 'opens'],
    orders: { name: sql`lower(name)`, dataset: sql`lower(dataset_name)`, created: sql`created_at` },
    file: {
      group: 'name',
      dataset: 'dataset',
      members: 'members',
      subjects: 'subjects',
      categories: 'categories',
      concepts: 'concepts',
      collections: 'collections',
      created: 'created_at',
    },
  });
  route(api, calls.options, ({ params }) => loadOptions(deps, params.uniqueId));
  route(api, calls.set, async ({ account, params: { uniqueId: dataset }, body: { name, opens } }) => {
    if (!/^[A-Za-z0-9_-]+$/.test(name))
      throw fieldRefusal('bad_request', 'name', 'must be letters, digits, _ and - only');
    return performed(await operate(account, { kind: 'setGroup', dataset, name, opens }));
  });
  route(api, calls.remove, async ({ account, params: { uniqueId: dataset }, body: { name } }) =>
    performed(await operate(account, { kind: 'removeGroup', dataset, name })),
  );
}

/** A row of the list with what the group opens, as the wire and as the file have it. */
function withOpening({ opens: stored, ...row }: Row): Row {
  const opens = groupOpens.parse(stored);
  const { allSubjects, subjectConcepts, categories, concepts, collections } = opens;
  return {
    ...row,
    opens: z.encode(groupOpening, opens),
    subjects: allSubjects ? 'all' : subjectConcepts,
    categories: categories ?? 'all',
    concepts: concepts ?? 'all',
    collections: collections ?? 'all',
  };
}

/** What a group can name, by the live release; refuses with not_found, and with not_ready before the first release. */
async function loadOptions(
  { db, clock, operations: { questions } }: AdminDeps,
  uniqueId: string,
): Promise<GroupOptions> {
  const dataset = await db
    .selectFrom('dataset')
    .select(['id', 'live_release_id'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
  if (dataset === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  if (dataset.live_release_id === null) throw new PortalError('not_ready', `${uniqueId} has no data yet.`);
  const lookup = await questions.open(releaseName(dataset.live_release_id));
  const { concepts, categories, collections } = lookup.dictionary;
  const option = ({ id, title }: { id: string; title: string }) => ({ id, name: title });
  const { without } = await db
    .selectFrom('membership')
    .leftJoin('membership_group', 'membership_group.membership_id', 'membership.id')
    .select(sql<number>`count(distinct membership.id)::integer`.as('without'))
    .where('membership.dataset_id', '=', dataset.id)
    .where('membership_group.group_id', 'is', null)
    .where(({ eb, or }) => or([eb('membership.ends_at', 'is', null), eb('membership.ends_at', '>', clock())]))
    .executeTakeFirstOrThrow();
  return {
    subjectConcepts: concepts.filter(({ collectionId }) => collectionId === lookup.root.id).map(option),
    categories: categories.filter(({ parentNumber }) => parentNumber === null).map(option),
    concepts: concepts.filter((concept) => lookup.categoryPath(concept).length === 0).map(option),
    collections: collections.filter(({ isRoot }) => !isRoot).map(option),
    membersWithoutGroup: without,
  };
}
