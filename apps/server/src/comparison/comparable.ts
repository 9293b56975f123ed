import type { GroupChoice, ReportOfComparison } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { type AxisConcept, type Concept, checkAxisEntry, kindOf, mayUseConcept } from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';

/** The groups that are asked for, and the report whose cohort stands for the active one (rule 17.26). */
export interface GroupsRequest {
  readonly choices: readonly GroupChoice[];
  readonly report?: ReportOfComparison | undefined;
  readonly signal: AbortSignal;
}

/** What is laid side by side: concepts, in groups. */
export interface TableRequest extends GroupsRequest {
  readonly conceptIds: readonly string[];
}

/** Whether a subject has one value of the concept at most. */
export const isSingle = (concept: Concept, { lookup }: LiveRelease): boolean =>
  concept.collectionId === lookup.root.id && !concept.isMultiple;

/** What has values that may be laid side by side: as a cross-tab would show them (rules 6.8 and 17.3). */
export const isComparable = (concept: Concept, release: LiveRelease): boolean =>
  mayUseConcept(concept, release) &&
  concept.uses.includes('analysis') &&
  !kindOf(concept).isFreeText &&
  concept.link === null &&
  concept.prefilter?.mode !== 'required';

/** Whether the values of the concept can make groups: each subject has one, from a list (rule 17.1). */
export const isGrouping = (concept: Concept, release: LiveRelease): boolean =>
  isComparable(concept, release) &&
  isSingle(concept, release) &&
  kindOf(concept).filterKinds.includes('choice');

function requireComparable(release: LiveRelease, conceptId: string): Concept {
  const concept = requireConcept(release, conceptId, 'concepts');
  if (!isComparable(concept, release))
    throw fieldRefusal('bad_request', 'concepts', `${concept.title} cannot be compared`);
  return concept;
}

export function requireGrouping(release: LiveRelease, conceptId: string, field = 'groups'): Concept {
  const concept = requireConcept(release, conceptId, field);
  if (!isGrouping(concept, release))
    throw fieldRefusal('bad_request', field, `the values of ${concept.title} make no groups`);
  return concept;
}

function requireConcept({ lookup }: LiveRelease, conceptId: string, field: string): Concept {
  const concept = lookup.concept(conceptId);
  if (concept === undefined) throw fieldRefusal('not_found', field, `there is no concept ${conceptId}`);
  return concept;
}

/** Concepts as axes of a cross-tab, as this member may see them. */
export const axesOf = (release: LiveRelease, conceptIds: readonly string[]): readonly AxisConcept[] =>
  [...new Set(conceptIds)].flatMap((conceptId) => {
    requireComparable(release, conceptId);
    const axis = checkAxisEntry(
      { entryId: conceptId, conceptId },
      { lookup: release.lookup, member: release },
    );
    return 'message' in axis ? [] : [axis];
  });
