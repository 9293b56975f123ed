import { z } from 'zod';
import { grantableRights } from '../documents/grantableRights.ts';
import { accessLevels } from './access.ts';
import { listOf } from './adminList.ts';
import { wireObject } from './wireObject.ts';

export const accountSorts = ['username', 'name', 'created', 'last_used', 'memberships'] as const;

/** Whether an account may sign in: `invited` has neither a password nor a provider yet. */
export const accountStates = ['active', 'invited', 'disabled'] as const;
export type AccountState = (typeof accountStates)[number];

/** An account in the list of the staff rooms. */
const accountShape = {
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  isStaff: z.boolean(),
  state: z.enum(accountStates),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Sessions that have not ended. */
  sessions: z.int(),
  /** Memberships that have not ended. */
  memberships: z.int(),
  createdAt: z.iso.datetime(),
  /** The last sign-in or call with a token; null where there was none since the account was made. */
  lastUsedAt: z.iso.datetime().nullable(),
};
export const accountItem = wireObject(accountShape);
export type AccountItem = z.output<typeof accountItem>;
export const accountList = listOf(accountItem);

/** The state of the mail with a link: `none` where the site sends no mail, or the account has no address. */
export const mailStates = ['none', 'waiting', 'sent'] as const;
export type MailState = (typeof mailStates)[number];

const membershipShape = {
  id: z.int(),
  accountId: z.int(),
  username: z.string(),
  fullName: z.string(),
  /** The dataset's id in paths, and its name. */
  dataset: z.string(),
  datasetName: z.string(),
  level: z.enum(accessLevels),
  ...grantableRights.shape,
  /** Its permission groups, by name. */
  groups: z.array(z.string()),
  /** The last day, by UTC; null where it does not end. */
  until: z.iso.date().nullable(),
  hasEnded: z.boolean(),
  createdAt: z.iso.datetime(),
};
export const membershipItem = wireObject(membershipShape);
export type MembershipItem = z.output<typeof membershipItem>;
export const membershipSorts = ['username', 'dataset', 'level', 'until', 'created'] as const;
export const membershipStates = ['current', 'ended'] as const;
export const membershipList = listOf(membershipItem);

/** A dataset as the form of a membership needs it. */
export const grantableDataset = wireObject({
  uniqueId: z.string(),
  name: z.string(),
  /** The names of its permission groups. */
  groups: z.array(z.string()),
  /** For how many days a membership lasts at most; null where nothing limits it. */
  longestDays: z.int().nullable(),
});
export type GrantableDataset = z.output<typeof grantableDataset>;

export const accountDetail = wireObject({
  ...accountShape,
  /** API tokens that have not ended. */
  tokens: z.int(),
  /** The addresses of the providers through which it signs in. */
  providers: z.array(z.string()),
  reports: z.int(),
  invitation: wireObject({
    madeAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    mail: z.enum(mailStates),
  }).nullable(),
  membershipItems: z.array(membershipItem),
  datasets: z.array(grantableDataset),
});
export type AccountDetail = z.output<typeof accountDetail>;

const text = (most: number) => z.string().trim().max(most);
/** Empty where a person has none. */
const email = z.union([z.literal(''), z.email().max(254)]);

export const inviteBody = wireObject({
  username: text(100).min(1),
  fullName: text(200),
  email,
  isStaff: z.boolean().optional(),
});
export const editAccountBody = wireObject({ fullName: text(200), email });
export const staffFlagBody = wireObject({ isStaff: z.boolean() });
export const signOutBody = wireObject({ revokeTokens: z.boolean().optional() });

/**
 * How an invitation goes out. The link is shown where no mail can bring it, and only once: whoever has it sets the
 * password.
 */
export const invited = wireObject({
  accountId: z.int(),
  expiresAt: z.iso.datetime(),
  mail: z.enum(mailStates),
  /** The link as a path of this portal; null where a mail brings it. */
  path: z.string().nullable(),
});
export type Invited = z.output<typeof invited>;

/** The last day by UTC, or none; absent: the present end stays. */
const until = z.union([z.iso.date(), z.literal('never')]);
export type Until = z.output<typeof until>;

export const grantBody = wireObject({
  dataset: text(63).min(1),
  level: z.enum(accessLevels),
  ...grantableRights.shape,
  groups: z.array(z.string().max(60)).max(200).optional(),
  until: until.optional(),
});
export const renewBody = wireObject({ dataset: text(63).min(1), until });
export const endBody = wireObject({ dataset: text(63).min(1) });

/** The result of an action, in the sentences that the command line prints. */
export const performed = wireObject({ status: z.literal('complete'), sentences: z.array(z.string()) });
export type Performed = z.output<typeof performed>;
