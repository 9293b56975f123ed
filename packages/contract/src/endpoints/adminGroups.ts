import { z } from 'zod';
import { queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { performed } from './adminAccounts.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { slug } from './shapes.ts';
import { defineList, staffRead, staffWrite } from './staff.ts';

const ids = z.array(z.string().max(63)).max(2000);

/** What a permission group opens (rules 1.12 and 1.13); null opens all of its kind. */
export const groupOpening = wireObject({
  allSubjects: z.boolean(),
  subjectConcepts: ids,
  categories: ids.nullable(),
  concepts: ids.nullable(),
  collections: ids.nullable(),
});
export type GroupOpening = z.output<typeof groupOpening>;

const groupItem = wireObject({
  id: z.int(),
  name: z.string(),
  /** The dataset's id in paths, and its name. */
  dataset: z.string(),
  datasetName: z.string(),
  opens: groupOpening,
  /** Members with the group whose membership has not ended. */
  members: z.int(),
  createdAt: z.iso.datetime(),
});
export type GroupItem = z.output<typeof groupItem>;
const named = z.array(wireObject({ id: z.string(), name: z.string() }));

/** What a group of a dataset can name, from its live release. */
const groupOptions = wireObject({
  /** Concepts of the root, which show subjects. */
  subjectConcepts: named,
  categories: named,
  /** Concepts under no category. */
  concepts: named,
  collections: named,
  /** Members without any group, who see nothing once the dataset has one (rule 1.11). */
  membersWithoutGroup: z.int(),
});
export type GroupOptions = z.output<typeof groupOptions>;

const groupBody = wireObject({ name: z.string().trim().min(1).max(60), opens: groupOpening });
const groupNameBody = wireObject({ name: z.string().min(1).max(60) });

/** Not `dataset`: staff need no membership. */
const ofDataset = wireObject({ uniqueId: slug }, { uniqueId: 'uniqueId' });

/** Permission groups: what some members of a dataset may see. */
export const adminGroups = {
  ...defineList({
    room: 'groups',
    summary: 'The permission groups of all datasets',
    item: groupItem,
    key: 'id',
    sorts: ['name', 'dataset', 'members', 'created'],
    defaultSort: 'name',
    filters: { dataset: queryValue.optional() },
  }),
  options: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/groups/:uniqueId/options',
    summary: 'What a permission group of a dataset can name',
    params: ofDataset,
    reply: groupOptions,
  }),
  set: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/groups/:uniqueId/set',
    summary: 'Makes a permission group, or replaces what it opens',
    params: ofDataset,
    body: groupBody,
    reply: performed,
  }),
  remove: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/groups/:uniqueId/remove',
    summary: 'Removes a permission group',
    params: ofDataset,
    body: groupNameBody,
    reply: performed,
  }),
};
