import { grantableRights } from '@atrium/contract/documents/grantableRights';
import { accessLevels } from '@atrium/contract/wire/access';
import type { Questions, ReleaseIndexes, Releases } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { groupOpens } from '../access/index.ts';
import type { RegistrarSettings } from '../config/parseRegistrar.ts';
import type { Schema } from '../database/index.ts';
import type { ImportQueue, Progress } from './importQueue.ts';

export type { Progress };

export const operationUntil = z.union([z.iso.date().brand<'Day'>(), z.literal('never')]);

/** The operations of the command line; they are the same with and without a running portal. */
export const operation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('import'),
    /** Absolute, because the portal has another working directory. */
    packagePath: z.string(),
    /** Null: the package's name. */
    dataset: z.string().nullable(),
    dryRun: z.boolean(),
    /** Builds the release, reports which reports it would break, and deletes it. */
    checkReports: z.boolean().optional(),
    /** Builds the release and leaves the live one live; a steward switches to it. */
    hold: z.boolean().optional(),
    /** Fields, as `table.field`, that may be open although they may say who somebody is (rule 10.28). */
    openIdentifiers: z.array(z.string()).optional(),
    /** What may be open to more uses than on the live release, as `codes:12:9f31c2d4` (rules 1.30 and 1.31). */
    widerUses: z.array(z.string()).optional(),
    /** The name of the package in the log; default: its path. */
    source: z.string().optional(),
    /** The entry of the log that waits for this import already. */
    logId: z.int().optional(),
  }),
  z.strictObject({
    kind: z.literal('addUser'),
    username: z.string(),
    fullName: z.string(),
    email: z.string(),
    isStaff: z.boolean(),
    /** Null: signs in through a provider only. */
    password: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('setPassword'), username: z.string(), password: z.string() }),
  z.strictObject({ kind: z.literal('disableUser'), username: z.string() }),
  z.strictObject({ kind: z.literal('enableUser'), username: z.string() }),
  z.strictObject({ kind: z.literal('resetSecondFactor'), username: z.string() }),
  z.strictObject({
    kind: z.literal('linkUser'),
    username: z.string(),
    issuer: z.url(),
    subject: z.string().min(1).max(255),
  }),
  z.strictObject({
    kind: z.literal('grant'),
    username: z.string(),
    dataset: z.string(),
    level: z.enum(accessLevels),
    ...grantableRights.shape,
    /** The permission groups that the member has from now on, by name. */
    groups: z.array(z.string()).default([]),
    /** The last day, by UTC; absent: the membership keeps the end that it has. */
    until: operationUntil.optional(),
  }),
  z.strictObject({
    kind: z.literal('renewMember'),
    username: z.string(),
    dataset: z.string(),
    until: operationUntil,
  }),
  z.strictObject({ kind: z.literal('showDisk') }),
  z.strictObject({ kind: z.literal('listUsers'), asCsv: z.boolean() }),
  z.strictObject({ kind: z.literal('listMembers'), dataset: z.string(), asCsv: z.boolean() }),
  z.strictObject({
    kind: z.literal('importPeople'),
    /** Whether the lines are accounts or memberships. */
    of: z.enum(['users', 'members']),
    /** CSV with a heading. */
    text: z.string().max(20_000_000),
    dryRun: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('deleteUser'), username: z.string(), dryRun: z.boolean() }),
  z.strictObject({ kind: z.literal('deleteDataset'), dataset: z.string(), dryRun: z.boolean() }),
  z.strictObject({ kind: z.literal('endMember'), username: z.string(), dataset: z.string() }),
  z.strictObject({
    kind: z.literal('setGroup'),
    dataset: z.string(),
    name: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'A group has letters, digits, _ and - only.'),
    opens: groupOpens,
  }),
  z.strictObject({ kind: z.literal('removeGroup'), dataset: z.string(), name: z.string() }),
  z.strictObject({
    kind: z.literal('setDataset'),
    dataset: z.string(),
    /** `key=value`, as typed. */
    settings: z.array(z.string()),
    /** Keys to reset to the settings of the package. */
    reset: z.array(z.string()),
    /** Keys whose setting of the package opens more, and is put in force now. */
    confirm: z.array(z.string()).optional(),
  }),
  z.strictObject({
    kind: z.literal('registerDoi'),
    dataset: z.string(),
    /** Such as `release_7`, or `latest`. */
    release: z.string(),
    /** Nobody can follow a draft. */
    draft: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('setAgreement'),
    dataset: z.string(),
    version: z.string(),
    /** Markdown. */
    text: z.string(),
  }),
  z.strictObject({ kind: z.literal('removeAgreement'), dataset: z.string() }),
  z.strictObject({ kind: z.literal('listAcceptances'), dataset: z.string() }),
  z.strictObject({
    kind: z.literal('showReleases'),
    dataset: z.string(),
    /** Puts members who see aggregates only on the live release. */
    advance: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('lackingParts'),
    dataset: z.string(),
    /** Ids of concepts, and of collections after `collection:`. */
    withdrawn: z.array(z.string()),
    notDelivered: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('listReports'), dataset: z.string(), search: z.string() }),
  z.strictObject({ kind: z.literal('giveReport'), report: z.int().min(1), username: z.string() }),
  z.strictObject({ kind: z.literal('deleteReport'), report: z.int().min(1) }),
  z.strictObject({
    kind: z.literal('verifyAudit'),
    /** The first line to look at. */
    from: z.int().min(1),
    /** Heads that the operator knows from elsewhere. */
    anchors: z.array(z.strictObject({ id: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) })),
    /** Accepts the anchor file as complete. */
    acceptFile: z.boolean().optional(),
  }),
  /** Looks at the stores; the lines are findings in JSON. */
  z.strictObject({ kind: z.literal('examine') }),
  z.strictObject({
    kind: z.literal('backup'),
    /** The folder in which back-ups lie; absolute, because the portal has another working directory. */
    into: z.string(),
    withFiles: z.boolean(),
    /** Null: none is deleted. */
    keep: z.int().min(1).nullable(),
  }),
  z.strictObject({
    kind: z.literal('exportAudit'),
    format: z.enum(['csv', 'ndjson']),
    /** ISO instants: from the first on, before the second. */
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(),
  }),
]);
export type Operation = z.infer<typeof operation>;
export type ImportOperation = Extract<Operation, { kind: 'import' }>;

/** Whether an operation changes nothing. */
export function isLooking(one: Operation): boolean {
  switch (one.kind) {
    case 'verifyAudit':
    case 'exportAudit':
    case 'listAcceptances':
    case 'listReports':
    case 'listUsers':
    case 'showDisk':
    case 'listMembers':
    case 'backup':
    case 'examine':
      return true;
    case 'showReleases':
      return !one.advance;
    case 'lackingParts':
      return one.withdrawn.length + one.notDelivered.length === 0;
    case 'import':
    case 'deleteUser':
    case 'deleteDataset':
      return one.dryRun;
    default:
      return false;
  }
}

/** An operation and the user of the operating system who requests it. */
export const request = z.strictObject({ operator: z.string().max(200).optional(), operation });

/** The person who starts an operation. */
export interface By {
  /** The user of the operating system; absent where the portal acts by itself, or for an account. */
  readonly operator?: string | undefined;
  /** The account of the member of staff who acts in a staff room. */
  readonly accountId?: number | undefined;
}

/** The person that an audit line of an operation names: the account of staff, or the operator where there is one. */
export const recordedBy = ({ operator, accountId }: By) => ({
  accountId: accountId ?? null,
  ...(operator === undefined ? {} : { operator }),
});

export interface Watcher extends By {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Takes the parts of a result that is too long for memory. */
  readonly onOutput?: (text: string) => Promise<void>;
}

/** The stores of a data directory. */
export interface ImportDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
  readonly releases: Releases;
  /** Absent where releases have none. */
  readonly indexes?: ReleaseIndexes;
  /** The path segment of the installation's own calls, which no dataset can have as its id (rule 9.19). */
  readonly appSegment?: string;
  /** Where imports wait for each other, and are watched and cancelled; absent where nobody watches. */
  readonly imports?: ImportQueue;
  /** For how many days a release is kept for reports that do not stay on it; null or absent: for ever. */
  readonly reportReleaseDays?: number | null;
  /** Default: the clock of the machine. */
  readonly clock?: () => Date;
}

/** Where an installation lies. */
export interface Installed {
  readonly home: string;
  readonly storageRoot: string;
  /** Where files that staff send lie. */
  readonly uploads: string;
  readonly version: string;
  /** Settings files that variables name. */
  readonly settingsFiles: readonly string[];
}

/** For how many days records that only look back are kept; null: for ever (rules 8.16 and 15.57). */
export interface KeptDays {
  readonly auditDays: number | null;
  /** Null: no questions are kept at all (rule 15.7). */
  readonly questionDays: number | null;
  readonly importLogDays: number | null;
  readonly receiptDays: number | null;
}

/** The parts that operations need. */
export interface OperationDeps extends ImportDeps {
  /** The file with earlier heads of the audit. */
  readonly anchorFile: string;
  readonly clock: () => Date;
  /** For how many days a membership is granted at most; null where the site has no such limit. */
  readonly membershipDays: number | null;
  /** Whether the process ends with an operation, so that an import waits for its index. Default: no. */
  readonly endsWithWork?: boolean;
  /** Absent where the stores are in no data directory. */
  readonly installed?: Installed;
  /** Default: everything for ever. */
  readonly keptDays?: KeptDays;
  /** Where DOIs are registered; null or absent: nowhere. */
  readonly registrar?: RegistrarSettings | null;
}
