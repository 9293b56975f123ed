import { z } from 'zod';
import { done } from '../wire/access.ts';
import {
  accountDetail,
  accountList,
  accountSorts,
  accountStates,
  editAccountBody,
  endBody,
  grantBody,
  inviteBody,
  invited,
  membershipList,
  membershipSorts,
  membershipStates,
  performed,
  renewBody,
  signOutBody,
  staffFlagBody,
} from '../wire/adminAccounts.ts';
import { listOrder, listPage } from '../wire/adminList.ts';
import { queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead, staffWrite } from './staff.ts';

const filters = { state: z.enum(accountStates).optional() };
const membershipFilters = {
  dataset: queryValue.optional(),
  state: z.enum(membershipStates).optional(),
};
const onAccount = wireObject({ accountId: queryInteger }, { accountId: 'accountId' });
const change = { ...staffWrite, params: onAccount, reply: performed } as const;

/** Accounts and memberships: staff name an account by its id. */
export const adminAccounts = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/accounts',
    summary: 'The accounts, found by words, ordered, page by page',
    query: wireObject({ ...listPage(accountSorts), ...filters }),
    reply: accountList,
  }),
  exportCsv: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/accounts/export_csv',
    summary: 'The same accounts, all of them, as CSV',
    query: wireObject({ ...listOrder(accountSorts), ...filters }),
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
  memberships: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/memberships',
    summary: 'The memberships of all accounts, found by words, ordered, page by page',
    query: wireObject({ ...listPage(membershipSorts), ...membershipFilters }),
    reply: membershipList,
  }),
  exportMemberships: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/memberships/export_csv',
    summary: 'The same memberships, all of them, as CSV',
    query: wireObject({ ...listOrder(membershipSorts), ...membershipFilters }),
  }),
};
