import type { Invited } from '@atrium/contract/endpoints/adminAccounts';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AuditAction } from '@atrium/contract/wire/audit';
import type { Transaction } from 'kysely';
import { type Account, addAccount, makeInvitation } from '../../access/index.ts';
import type { Schema } from '../../database/index.ts';
import { invitation, noMail } from '../../mail/index.ts';
import type { Actor, Acts } from '../frame/act.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { requireAccount } from './requireAccount.ts';

type Deps = Pick<AdminDeps, 'clock' | 'mails' | 'signIn' | 'siteTitle'>;

interface NewPerson {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isStaff?: boolean | undefined;
}

/** Makes an account without a password, with the link to set one: all of it or nothing (rule 15.6). */
export function invitePerson(deps: Deps, { actShown }: Acts, by: Actor, person: NewPerson) {
  requireLocal(deps);
  return actShown(by, async (transaction) => {
    const { isStaff = false } = person;
    const account = await addAccount(transaction, { ...person, isStaff, password: null });
    const reply = await sendLink(deps, transaction, { account, isReset: false, by });
    const detail = { account: account.id, username: account.username, isStaff, ...outcomeOf(reply) };
    return { reply, line: { action: 'account_invite' satisfies AuditAction, detail } };
  });
}

/** Sends another link, for which the one before is no longer good. */
export function sendNewLink(deps: Deps, { actShown }: Acts, by: Actor, accountId: number) {
  requireLocal(deps);
  return actShown(by, async (transaction) => {
    const account = await requireAccount(transaction, accountId);
    if (account.isDisabled)
      throw new PortalError('conflict', `${account.username} is disabled: enable it first.`);
    const reply = await sendLink(deps, transaction, { account, isReset: account.hasPassword, by });
    const detail = { account: account.id, username: account.username, ...outcomeOf(reply) };
    return { reply, line: { action: 'account_invite' satisfies AuditAction, detail } };
  });
}

const outcomeOf = ({ mail, path }: Invited) => ({ mail, isLinkShown: path !== null });

function requireLocal({ signIn }: Deps): void {
  if (!signIn.local)
    throw new PortalError(
      'conflict',
      'Here people sign in through a provider and have no password: they get an account by signing in.',
    );
}

interface Link {
  readonly account: Account;
  readonly isReset: boolean;
  readonly by: Actor;
}

async function sendLink(
  { clock, mails, signIn: { publicUrl }, siteTitle }: Deps,
  transaction: Transaction<Schema>,
  { account, isReset, by }: Link,
): Promise<Invited> {
  const now = clock();
  const isMailed = mails !== noMail && publicUrl !== null && account.email !== '';
  const key = `invitation ${account.id} ${now.getTime()}`;
  const made = await makeInvitation(transaction, {
    accountId: account.id,
    now,
    mailKey: isMailed ? key : null,
  });
  const expiresAt = made.expiresAt.toISOString();
  if (!isMailed) return { accountId: account.id, expiresAt, mail: 'none', path: made.path };
  await mails.enqueue(
    transaction,
    invitation({
      key,
      accountId: account.id,
      username: account.username,
      fullName: account.fullName,
      siteTitle,
      until: `${expiresAt.slice(0, 10)} (UTC)`,
      link: new URL(made.path, publicUrl).href,
      isReset,
    }),
    { by: by.id, isSecurity: true },
  );
  return { accountId: account.id, expiresAt, mail: 'waiting', path: null };
}
