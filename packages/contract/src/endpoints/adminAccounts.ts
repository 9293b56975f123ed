import { z } from 'zod';
import { grantableRights } from '../documents/grantableRights.ts';
import { accessLevels, done } from '../wire/access.ts';
import { queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, staffRead, staffWrite } from './staff.ts';

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
const accountItem = wireObject(accountShape);
/** The state of the mail with a link: `none` where the site sends no mail, or the account has no address. */
const mailStates = ['none', 'waiting', 'sent'] as const;

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
  /**
   * The sources of what is in force, where it is not from staff: the id of a provider with a table of groups, `passport:` and
   * the id of a provider of visas, and `everybody:` for the setting of the dataset.
   */
  sources: z.array(z.string()),
  createdAt: z.iso.datetime(),
};
const membershipItem = wireObject(membershipShape);
export type MembershipItem = z.output<typeof membershipItem>;
export const membershipStates = ['current', 'ended'] as const;

/** A dataset as the form of a membership needs it. */
const grantableDataset = wireObject({
  uniqueId: z.string(),
  name: z.string(),
  /** The names of its permission groups. */
  groups: z.array(z.string()),
  /** For how many days a membership lasts at most; null where nothing limits it. */
  maxDays: z.int().nullable(),
});
export type GrantableDataset = z.output<typeof grantableDataset>;

const accountDetail = wireObject({
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

const inviteBody = wireObject({
  username: text(100).min(1),
  fullName: text(200),
  email,
  isStaff: z.boolean().optional(),
});
const editAccountBody = wireObject({ fullName: text(200), email });
const staffFlagBody = wireObject({ isStaff: z.boolean() });
const signOutBody = wireObject({ revokeTokens: z.boolean().optional() });

/**
 * How an invitation goes out. The link is shown where no mail can bring it, and only once: whoever has it sets the
 * password.
 */
const invited = wireObject({
  accountId: z.int(),
  expiresAt: z.iso.datetime(),
  mail: z.enum(mailStates),
  /** The link as a path of this portal; null where a mail brings it. */
  path: z.string().nullable(),
});
export type Invited = z.output<typeof invited>;

/** The last day by UTC, or none; absent: the present end stays. */
const until = z.union([z.iso.date(), z.literal('never')]);
export type MembershipUntil = z.output<typeof until>;

const grantBody = wireObject({
  dataset: text(63).min(1),
  level: z.enum(accessLevels),
  ...grantableRights.shape,
  groups: z.array(z.string().max(60)).max(200).optional(),
  until: until.optional(),
});
const renewBody = wireObject({ dataset: text(63).min(1), until });
const endBody = wireObject({ dataset: text(63).min(1) });

/** The result of an action, in the sentences that the command line prints. */
export const performed = wireObject({ status: z.literal('complete'), sentences: z.array(z.string()) });
export type Performed = z.output<typeof performed>;

const onAccount = wireObject({ accountId: queryInteger }, { accountId: 'accountId' });
const change = { ...staffWrite, params: onAccount, reply: performed } as const;

/** Accounts and memberships: staff name an account by its id. */
export const adminAccounts = {
  ...defineList({
    room: 'accounts',
    summary: 'The accounts, found by words, ordered',
    item: accountItem,
    key: 'id',
    sorts: ['username', 'name', 'created', 'last_used', 'memberships'],
    defaultSort: 'username',
    filters: { state: z.enum(accountStates).optional() },
  }),
  detail: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/accounts/:accountId',
    summary: 'One account with its memberships, and the datasets that it may become a member of',
    params: onAccount,
    reply: accountDetail,
  }),
  invite: defineEndpoint({
    declares: { ...administration, discloses: 'capability', meters: ['mails'] },
    ...staffWrite,
    path: '/{app}/api/admin/accounts/invite',
    summary: 'Makes an account without a password, and invites its person by mail',
    body: inviteBody,
    reply: invited,
  }),
  sendLink: defineEndpoint({
    declares: { ...administration, discloses: 'capability', meters: ['mails'] },
    ...staffWrite,
    path: '/{app}/api/admin/accounts/:accountId/send_link',
    summary: 'Sends a new link to set a password; the one before is no longer good',
    params: onAccount,
    reply: invited,
  }),
  edit: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/accounts/:accountId/edit',
    summary: 'Changes name and e-mail address',
    params: onAccount,
    body: editAccountBody,
    reply: done,
  }),
  setStaff: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/accounts/:accountId/staff',
    summary: 'Makes a person staff, or no longer; the last one of staff stays',
    params: onAccount,
    body: staffFlagBody,
    reply: done,
  }),
  disable: defineEndpoint({
    declares: administration,
    ...change,
    path: '/{app}/api/admin/accounts/:accountId/disable',
    summary: 'Disables an account; its sessions and tokens end at once',
  }),
  enable: defineEndpoint({
    declares: administration,
    ...change,
    path: '/{app}/api/admin/accounts/:accountId/enable',
    summary: 'Lets a disabled account sign in again',
  }),
  signOut: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/accounts/:accountId/sign_out',
    summary: 'Ends all sessions of an account, and its tokens where asked',
    params: onAccount,
    body: signOutBody.optional(),
    reply: done,
  }),
  resetFactor: defineEndpoint({
    declares: administration,
    ...change,
    path: '/{app}/api/admin/accounts/:accountId/reset_second_factor',
    summary: 'Takes a lost second factor away; sessions and tokens end',
  }),
  grant: defineEndpoint({
    declares: administration,
    ...change,
    path: '/{app}/api/admin/accounts/:accountId/grant',
    summary: 'Gives or changes a membership: level, workspace, permission groups, last day',
    body: grantBody,
  }),
  renew: defineEndpoint({
    declares: administration,
    ...change,
    path: '/{app}/api/admin/accounts/:accountId/renew',
    summary: 'Gives a membership another last day, or none',
    body: renewBody,
  }),
  endMembership: defineEndpoint({
    declares: administration,
    ...change,
    path: '/{app}/api/admin/accounts/:accountId/end_membership',
    summary: 'Ends a membership at once; downloads under way end too',
    body: endBody,
  }),
};

/** The memberships of all accounts; they are changed on the page of an account. */
export const adminMemberships = defineList({
  room: 'memberships',
  summary: 'The memberships of all accounts, found by words, ordered',
  item: membershipItem,
  key: 'id',
  sorts: ['username', 'dataset', 'level', 'until', 'created'],
  defaultSort: 'username',
  filters: { dataset: queryValue.optional(), state: z.enum(membershipStates).optional() },
});
