import { z } from 'zod';
import { grantableRights, spelledRights } from '../documents/grantableRights.ts';
import { accessLevel } from './access.ts';
import { dataUseShown } from './purpose.ts';
import { releaseNumbers } from './releaseNumbers.ts';
import { wireObject } from './wireObject.ts';

const camel = {
  siteTitle: 'siteTitle',
  contactEmail: 'contactEmail',
  accessUntil: 'accessUntil',
  lastImport: 'lastImport',
  subjectCount: 'subjectCount',
  smallCountThreshold: 'smallCountThreshold',
  accessLevel: 'accessLevel',
  accessLevelLabel: 'accessLevelLabel',
  ...spelledRights,
  canViewSubjectDetails: 'canViewSubjectDetails',
  logoUrl: 'logoUrl',
  membershipId: 'chironUserId',
  extraHeaderLinks: 'extraHeaderLinks',
  overviewConcepts: 'overviewConcepts',
} as const;

const summary = {
  id: z.int().default(0),
  uniqueId: z.string(),
  name: z.string(),
  description: z.string().nullable().default(null),
  siteTitle: z.string().nullable().default(null),
  selectable: z.boolean(),
  contactEmail: z.string().default(''),
  /** The last day of the caller's membership, by UTC, also where it is over; null where there is none or it does not end. */
  accessUntil: z.iso.date().nullable().optional(),
};

export const datasetSummary = wireObject(summary, camel);
export type DatasetSummary = z.output<typeof datasetSummary>;
export const datasetList = wireObject({ datasets: z.array(datasetSummary) });

/**
 * One dataset as its member sees it; lastImport is `MM/DD/YYYY` or "Unknown", subjectCount has thousands separators, or is
 * "<threshold" where a small-number rule acts, whose threshold stands beside it (rules 7.8 and 9.13).
 */
export const datasetDetail = wireObject(
  {
    ...summary,
    lastImport: z.string().default('Unknown'),
    subjectCount: z.string().default('Unknown'),
    smallCountThreshold: z.int().nullable().optional(),
    accessLevel,
    accessLevelLabel: z.string().default(''),
    ...grantableRights.shape,
    canViewSubjectDetails: z.boolean().default(true),
    logoUrl: z.string().nullable().default(null),
    membershipId: z.int().default(0),
    extraHeaderLinks: z.record(z.string(), z.string()).nullable().default(null),
    /** Ids of the concepts that the overview of a cohort draws; none for a member who may not see subjects. */
    overviewConcepts: z.array(z.string()).optional(),
    releaseNumbers: releaseNumbers.optional(),
    /** Null where the dataset says nothing of data use. */
    dataUse: dataUseShown.nullable().optional(),
  },
  camel,
);
export type DatasetDetail = z.output<typeof datasetDetail>;

/** What the caller is a member of already; reading it makes no membership. */
export const membership = wireObject({
  /** The dataset's id in paths. */
  dataset: z.string(),
  accessLevel,
  accessLevelLabel: z.string(),
  ...grantableRights.shape,
  canViewSubjectDetails: z.boolean(),
  /** Its last day, by UTC; null where it does not end. */
  accessUntil: z.iso.date().nullable().optional(),
});
export type Membership = z.output<typeof membership>;
export const membershipList = wireObject({ memberships: z.array(membership) });
