import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PortalApi } from '../../access/index.ts';
import { route } from '../../http/index.ts';
import { operationUntil } from '../../operations/index.ts';
import { type Actor, createActs } from '../frame/act.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { registerList } from '../frame/list.ts';
import { loadAccountDetail } from './accountDetail.ts';
import { accountRules } from './accountList.ts';
import { editAccount, setStaff, signOutEverywhere } from './changeAccount.ts';
import { invitePerson, sendNewLink } from './invite.ts';
import { membershipRules } from './membershipList.ts';
import { requireAccount } from './requireAccount.ts';

const { accounts: calls } = adminEndpoints;

/** The room of accounts and memberships. */
export function registerAccountRoom(api: PortalApi, deps: AdminDeps): void {
  const accounts = registerList(api, deps, { calls, ...accountRules });
  const memberships = registerList(api, deps, { calls: adminEndpoints.memberships, ...membershipRules });
  route(api, calls.detail, ({ params }) =>
    loadAccountDetail(deps, { accounts, memberships }, params.accountId),
  );
  registerPeople(api, deps);
  registerOperations(api, deps);
}

/** Calls about the person: who it is, how it signs in, whether it is staff. */
function registerPeople(api: PortalApi, deps: AdminDeps): void {
  const acts = createActs(deps);
  route(api, calls.invite, ({ account, body }) => invitePerson(deps, acts, account, body));
  route(api, calls.sendLink, async ({ account, params: { accountId } }) => {
    requireOther(account, accountId);
    return sendNewLink(deps, acts, account, accountId);
  });
  route(api, calls.edit, ({ account, params, body }) => editAccount(acts, account, params.accountId, body));
  route(api, calls.setStaff, ({ account, params, body }) =>
    setStaff(acts, account, params.accountId, body.isStaff),
  );
  route(api, calls.signOut, ({ account, params, body }) =>
    signOutEverywhere(acts, account, {
      accountId: params.accountId,
      revokeTokens: body?.revokeTokens === true,
    }),
  );
}

/** Calls that do what commands of operators do, too. */
function registerOperations(api: PortalApi, deps: AdminDeps): void {
  const { operate } = createActs(deps);
  const named = async (accountId: number) => (await requireAccount(deps.db, accountId)).username;
  const performed = (sentences: readonly string[]) => ({
    status: 'complete' as const,
    sentences: [...sentences],
  });
  route(api, calls.disable, async ({ account, params: { accountId } }) => {
    requireOther(account, accountId);
    return performed(await operate(account, { kind: 'disableUser', username: await named(accountId) }));
  });
  route(api, calls.enable, async ({ account, params }) =>
    performed(await operate(account, { kind: 'enableUser', username: await named(params.accountId) })),
  );
  route(api, calls.resetFactor, async ({ account, params: { accountId } }) => {
    requireOther(account, accountId);
    return performed(await operate(account, { kind: 'resetSecondFactor', username: await named(accountId) }));
  });
  route(api, calls.grant, async ({ account, params, body: { until, groups = [], ...body } }) => {
    const username = await named(params.accountId);
    const end = until === undefined ? {} : { until: operationUntil.parse(until) };
    return performed(await operate(account, { kind: 'grant', username, groups, ...body, ...end }));
  });
  route(api, calls.renew, async ({ account, params, body: { dataset, until } }) => {
    const username = await named(params.accountId);
    return performed(
      await operate(account, { kind: 'renewMember', username, dataset, until: operationUntil.parse(until) }),
    );
  });
  route(api, calls.endMembership, async ({ account, params, body: { dataset } }) =>
    performed(
      await operate(account, { kind: 'endMember', username: await named(params.accountId), dataset }),
    ),
  );
}

/** Staff change their own account on their account page, which asks for the password (rule 15.5). */
function requireOther(by: Actor, accountId: number): void {
  if (by.id === accountId)
    throw new PortalError('conflict', 'This is your own account: use its page, or ask a colleague.');
}
