import type { DatasetDetail, DatasetSummary } from '@atrium/contract';
import { toUsDay } from '@atrium/contract';
import type { Member } from '../access/index.ts';
import { accessLevelLabels, type DatasetRecord } from './store.ts';

/** A dataset in the chooser (contract 4.2). */
export const presentSummary = (dataset: DatasetRecord): DatasetSummary => ({
  id: dataset.id,
  uniqueId: dataset.uniqueId,
  name: dataset.name,
  description: dataset.description,
  siteTitle: dataset.settings.siteTitle ?? null,
  selectable: dataset.isMember && dataset.releaseId !== null,
  contactEmail: dataset.settings.contactEmail ?? '',
});

/** A dataset as its member sees it (contract 4.3). */
export const presentDetail = (dataset: DatasetRecord, member: Member): DatasetDetail => ({
  ...presentSummary(dataset),
  lastImport:
    dataset.importedAt === null ? 'Unknown' : toUsDay(dataset.importedAt.toISOString().slice(0, 10)),
  subjectCount: (dataset.subjectCount ?? 0).toLocaleString('en-US'),
  accessLevel: member.level,
  accessLevelLabel: accessLevelLabels[member.level],
  canViewWorkspace: member.canViewWorkspace,
  canViewSubjectDetails: member.canViewSubjectDetails,
  logoUrl: dataset.settings.logo ?? null,
  membershipId: member.membershipId,
  extraHeaderLinks: dataset.settings.headerLinks ?? null,
});
