import { toUsDay, utcDayOf } from '@atrium/contract/calendar/days';
import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import type { Category, Collection as CollectionView, ConceptSummary } from '@atrium/contract/wire/concept';
import type { DatasetDetail, DatasetSummary } from '@atrium/contract/wire/dataset';
import {
  type CategoryNode,
  type Collection,
  type Concept,
  defaultSmallCountThreshold,
  hasEvents,
  kinshipOf,
  type Lookup,
  type MemberContext,
  namesSubjects,
  suppressCount,
} from '@atrium/engine';
import { type Member, presentRights } from '../access/index.ts';
import type { DatasetRecord } from './catalogueStore.ts';

/** A category with its depth in the tree; 0 at the top (rule 4.11). */
export function presentCategory(node: CategoryNode, lookup: Lookup): Category {
  const depth = (number: number | null): number => {
    const parent = number === null ? undefined : lookup.category(number);
    return parent === undefined ? 0 : 1 + depth(parent.parentNumber);
  };
  return { id: node.number, name: node.title, parentId: node.parentNumber, level: depth(node.parentNumber) };
}

const uses = (concept: Concept) => ({
  order: concept.number,
  published: true,
  includeInCohort: concept.uses.includes('cohort'),
  includeInTable: concept.uses.includes('table'),
  includeInAnalysis: concept.uses.includes('analysis'),
  hasPhi: concept.hasPhi,
});

/** A concept in the concept tree (rule 4.11). */
export function presentConcept(concept: Concept, lookup: Lookup): ConceptSummary {
  const collection = lookup.collection(concept.collectionId) ?? lookup.root;
  const prefilter = concept.prefilter === null ? undefined : lookup.concept(concept.prefilter.conceptId);
  return {
    conceptId: concept.id,
    conceptType: concept.type,
    name: concept.title,
    namePlural: concept.titlePlural,
    description: concept.description,
    additionalMetadata: metadata(concept, lookup),
    collectionId: collection.id,
    collectionName: collection.title,
    collectionNamePlural: collection.titlePlural,
    source: null,
    prefilterConcept: prefilter === undefined ? null : presentPrefilter(prefilter),
    prefilterMode: concept.prefilter?.mode ?? 'required',
    categoryHierarchy: lookup.categoryPath(concept).map((node) => presentCategory(node, lookup)),
    ...(namesSubjects(concept, lookup.dictionary.subjectIdConceptId) && { namesSubjects: true as const }),
    ...uses(concept),
  };
}

export const presentPrefilter = (concept: Concept) => ({
  id: concept.number,
  conceptId: concept.id,
  name: concept.title,
  namePlural: concept.titlePlural,
  description: concept.description,
  additionalMetadata: [],
  ...uses(concept),
});

function metadata(concept: Concept, lookup: Lookup): string[] {
  const ontology = lookup.dictionary.ontologies.find((candidate) => candidate.id === concept.ontologyId);
  const lines: string[] = [];
  if (ontology !== undefined) {
    lines.push(ontology.version === null ? ontology.title : `${ontology.title}, ${ontology.version}`);
  }
  if (concept.unit !== null) lines.push(`Unit: ${concept.unit}`);
  return lines;
}

/** A collection that the member of this lookup may use for criteria sets (rule 1.13). */
export function presentCollection(collection: Collection, { lookup, member }: MemberContext): CollectionView {
  const kinship = collection.isRoot ? kinshipOf({ lookup, member }) : null;
  const id = collection.isRoot ? lookup.concept(lookup.subjectId?.id ?? '') : undefined;
  return {
    collectionId: collection.id,
    name: collection.title,
    namePlural: collection.titlePlural,
    isRootCollection: collection.isRoot,
    hasEvent: hasEvents(collection, lookup),
    ...(id === undefined ? {} : { subjectIdConcept: id.id }),
    ...(kinship === null ? {} : { relatives: [...kinship.relatives] }),
  };
}

/** A dataset in the chooser (rule 9.13). */
export const presentSummary = (dataset: DatasetRecord): DatasetSummary => ({
  id: dataset.id,
  uniqueId: dataset.uniqueId,
  name: dataset.name,
  description: dataset.description,
  siteTitle: dataset.settings.siteTitle ?? null,
  selectable: dataset.isMember && dataset.releaseId !== null,
  contactEmail: dataset.settings.contactEmail ?? '',
  ...(dataset.accessUntil === null ? {} : { accessUntil: dataset.accessUntil }),
});

/** A dataset as its member sees it (rule 9.13). */
export const presentDetail = (dataset: DatasetRecord, member: Member): DatasetDetail => ({
  ...presentSummary(dataset),
  lastImport: dataset.importedAt === null ? 'Unknown' : toUsDay(utcDayOf(dataset.importedAt)),
  subjectCount: shownSubjects(dataset, member),
  smallCountThreshold: member.seesSubjects ? null : thresholdOf(dataset),
  ...presentRights(member),
  logoUrl: dataset.settings.logo ?? null,
  membershipId: member.membershipId,
  extraHeaderLinks: shownLinks(dataset.settings.headerLinks),
  overviewConcepts:
    member.seesSubjects && member.canViewWorkspace ? (dataset.settings.overviewConcepts ?? []) : [],
});

/** An address that was stored before links were checked is left out (rule 9.14). */
const shownLinks = (links: DatasetSettings['headerLinks']): DatasetDetail['extraHeaderLinks'] =>
  links === undefined
    ? null
    : Object.fromEntries(Object.entries(links).filter(([, address]) => isLinkAddress(address)));

const thresholdOf = ({ settings }: DatasetRecord): number =>
  settings.smallCountThreshold ?? defaultSmallCountThreshold;

function shownSubjects(dataset: DatasetRecord, member: Member): string {
  const count = dataset.subjectCount ?? 0;
  const shown = member.seesSubjects ? count : suppressCount(count, thresholdOf(dataset));
  return typeof shown === 'number' ? shown.toLocaleString('en-US') : shown;
}
