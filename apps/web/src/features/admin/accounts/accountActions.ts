import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { AccountDetail, Invited } from '@atrium/contract/endpoints/adminAccounts';
import { unreachable } from '@atrium/contract/errors/unreachable';
import { request } from '../../../api/client.ts';
import { sentencesOf } from '../dialog/useRoomAction.ts';
import { words } from './accountsWords.ts';

/** What staff can do with an account after a question. */
export const accountActions = [
  'sendLink',
  'signOut',
  'resetFactor',
  'makeStaff',
  'endStaff',
  'disable',
  'enable',
] as const;
export type AccountAction = (typeof accountActions)[number];

type Person = Pick<AccountDetail, 'id' | 'username' | 'isStaff' | 'state' | 'hasSecondFactor'>;

/** The actions that make sense for an account; what signs a person in, nobody changes here for themselves. */
export function actionsFor(account: Person, isOwn: boolean): readonly AccountAction[] {
  const isInUse = account.state !== 'disabled';
  const offered: Readonly<Record<AccountAction, boolean>> = {
    sendLink: isInUse && !isOwn,
    signOut: isInUse,
    resetFactor: account.hasSecondFactor && !isOwn,
    makeStaff: isInUse && !account.isStaff,
    endStaff: account.isStaff,
    disable: isInUse && !isOwn,
    enable: !isInUse,
  };
  return accountActions.filter((action) => offered[action]);
}

interface Question {
  readonly label: string;
  readonly detail: string;
  readonly isDanger: boolean;
}

export const questions: Readonly<Record<AccountAction, Question>> = {
  sendLink: { label: words.sendLink, detail: words.sendLinkDetail, isDanger: false },
  signOut: { label: words.signOut, detail: words.signOutDetail, isDanger: true },
  resetFactor: { label: words.resetFactor, detail: words.resetFactorDetail, isDanger: true },
  makeStaff: { label: words.makeStaff, detail: words.makeStaffDetail, isDanger: false },
  endStaff: { label: words.endStaff, detail: words.endStaffDetail, isDanger: true },
  disable: { label: words.disable, detail: words.disableDetail, isDanger: true },
  enable: { label: words.enable, detail: words.enableDetail, isDanger: false },
};

/** The messages of an action, and the link that is shown once where no mail brings it. */
export interface ActionEnd {
  readonly sentence: string | null;
  readonly link: Invited | null;
}

const ended = (sentence: string): ActionEnd => ({ sentence, link: null });

export async function perform(
  action: AccountAction,
  { id: accountId, username }: Person,
  { revokeTokens }: { readonly revokeTokens: boolean },
): Promise<ActionEnd> {
  const { accounts } = adminEndpoints;
  const params = { accountId };
  switch (action) {
    case 'sendLink': {
      const link = await request(accounts.sendLink, { params });
      return link.path === null ? ended(words.mailQueued(username)) : { sentence: null, link };
    }
    case 'signOut':
      await request(accounts.signOut, { params, body: { revokeTokens } });
      return ended(words.signedOut(username));
    case 'resetFactor':
      return ended(sentencesOf(await request(accounts.resetFactor, { params })));
    case 'makeStaff':
      await request(accounts.setStaff, { params, body: { isStaff: true } });
      return ended(words.madeStaff(username));
    case 'endStaff':
      await request(accounts.setStaff, { params, body: { isStaff: false } });
      return ended(words.endedStaff(username));
    case 'disable':
      return ended(sentencesOf(await request(accounts.disable, { params })));
    case 'enable':
      return ended(sentencesOf(await request(accounts.enable, { params })));
    default:
      return unreachable(action);
  }
}
