import { PortalError } from '@atrium/contract';
import type { Lookup, PermissionGroup } from '@atrium/engine';

/** Refuses with bad_request a group that names what the live release does not have, or has in another place. */
export function checkGroup(group: PermissionGroup, lookup: Lookup): void {
  const faults = [
    ...group.subjectConcepts.flatMap((id) => subjectFault(id, lookup)),
    ...(group.categories ?? []).flatMap((id) => categoryFault(id, lookup)),
    ...(group.concepts ?? []).flatMap((id) => conceptFault(id, lookup)),
    ...(group.collections ?? []).flatMap((id) =>
      lookup.collection(id) === undefined ? [`There is no collection ${id}.`] : [],
    ),
  ];
  if (faults.length > 0) throw new PortalError('bad_request', faults.join('\n'));
}

function subjectFault(id: string, lookup: Lookup): readonly string[] {
  const concept = lookup.concept(id);
  if (concept === undefined) return [`There is no concept ${id}.`];
  return concept.collectionId === lookup.root.id
    ? []
    : [`${id} is not a concept of ${lookup.root.id}, so it shows no subjects.`];
}

function categoryFault(id: string, { dictionary }: Lookup): readonly string[] {
  const category = dictionary.categories.find((node) => node.id === id);
  if (category === undefined) return [`There is no category ${id}.`];
  return category.parentNumber === null ? [] : [`${id} is not a category at the top of the tree.`];
}

function conceptFault(id: string, lookup: Lookup): readonly string[] {
  const concept = lookup.concept(id);
  if (concept === undefined) return [`There is no concept ${id}.`];
  const [top] = lookup.categoryPath(concept);
  return top === undefined ? [] : [`${id} stands under the category ${top.id}; name that one.`];
}
