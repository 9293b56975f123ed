import type { DatasetDetail, DatasetSummary } from '@atrium/contract';
import { toUsDay } from '@atrium/contract';
import { defaultSmallCountThreshold, suppressCount } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { accessLevelLabels, type DatasetRecord } from './store.ts';

/** A dataset in the chooser (rule 9.13). */
export const presentSummary = (dataset: DatasetRecord): DatasetSummary => ({
  id: dataset.id,
  uniqueId: dataset.uniqueId,
  name: dataset.name,
  description: dataset.description,
  siteTitle: dataset.settings.siteTitle ?? null,
  selectable: dataset.isMember && dataset.releaseId !== null,
  contactEmail: dataset.settings.contactEmail ?? '',
});

/** A dataset as its member sees it (rule 9.13). */
export const presentDetail = (dataset: DatasetRecord, member: Member): DatasetDetail => ({
  ...presentSummary(dataset),
  lastImport:
    dataset.importedAt === null ? 'Unknown' : toUsDay(dataset.importedAt.toISOString().slice(0, 10)),
  subjectCount: shownSubjects(dataset, member),
  smallCountThreshold: member.level === 'agg' ? thresholdOf(dataset) : null,
  accessLevel: member.level,
  accessLevelLabel: accessLevelLabels[member.level],
  canViewWorkspace: member.canViewWorkspace,
  canViewSubjectDetails: member.canViewSubjectDetails,
  logoUrl: dataset.settings.logo ?? null,
  membershipId: member.membershipId,
  extraHeaderLinks: dataset.settings.headerLinks ?? null,
  overviewConcepts:
    member.level === 'agg' || !member.canViewWorkspace ? [] : (dataset.settings.overviewConcepts ?? []),
});

const thresholdOf = ({ settings }: DatasetRecord): number =>
  settings.smallCountThreshold ?? defaultSmallCountThreshold;

function shownSubjects(dataset: DatasetRecord, member: Member): string {
  const count = dataset.subjectCount ?? 0;
  const shown = member.level === 'agg' ? suppressCount(count, thresholdOf(dataset)) : count;
  return typeof shown === 'number' ? shown.toLocaleString('en-US') : shown;
}
