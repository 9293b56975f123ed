import { z } from 'zod';
import { listOf } from './adminList.ts';
import { wireObject } from './wireObject.ts';

export const groupSorts = ['name', 'dataset', 'members', 'created'] as const;

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

export const groupItem = wireObject({
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
export const groupList = listOf(groupItem);

const named = z.array(wireObject({ id: z.string(), name: z.string() }));

/** What a group of a dataset can name, from its live release. */
export const groupOptions = wireObject({
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

export const groupBody = wireObject({ name: z.string().trim().min(1).max(60), opens: groupOpening });
export const groupNameBody = wireObject({ name: z.string().min(1).max(60) });
