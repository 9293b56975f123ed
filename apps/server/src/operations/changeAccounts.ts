import { addAccount, grantMembership, judgePassword, setGroups } from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { ImportDeps } from './importDeps.ts';
import type { Operation, Watcher } from './operation.ts';

type Deps = Pick<ImportDeps, 'db'>;
type By = Pick<Watcher, 'operator'>;

const operatorOf = ({ operator }: By) => (operator === undefined ? {} : { operator });

/** Makes an account and puts it on record; refuses with weak_password. */
export async function addUser(
  { db }: Deps,
  operation: Extract<Operation, { kind: 'addUser' }>,
  by: By,
): Promise<readonly string[]> {
  if (operation.password !== null) judgePassword(operation.password, operation);
  const { username, isStaff } = await db.transaction().execute(async (transaction) => {
    const account = await addAccount(transaction, operation);
    const detail = { account: account.id, username: account.username, isStaff: account.isStaff };
    await record(transaction, { accountId: null, action: 'account_add', detail, ...operatorOf(by) });
    return account;
  });
  return [`${isStaff ? 'Staff account' : 'Account'} ${username} can sign in.`];
}

/** Gives or changes a membership and puts it on record. */
export async function grantAccess(
  { db }: Deps,
  operation: Extract<Operation, { kind: 'grant' }>,
  by: By,
): Promise<readonly string[]> {
  const { username, dataset, level, canViewWorkspace, groups } = operation;
  await db.transaction().execute(async (transaction) => {
    const { id: membership } = await grantMembership(transaction, operation);
    const { dataset_id: datasetId, account_id: account } = await transaction
      .selectFrom('membership')
      .select(['dataset_id', 'account_id'])
      .where('id', '=', membership)
      .executeTakeFirstOrThrow();
    await setGroups(transaction, { datasetId, membershipId: membership }, groups);
    const detail = { membership, account, level, canViewWorkspace, groups: groups.join(' ') };
    await record(transaction, {
      accountId: null,
      datasetId,
      action: 'membership_grant',
      detail,
      ...operatorOf(by),
    });
  });
  const limit = canViewWorkspace ? '' : ', without the workspace';
  const within = groups.length === 0 ? '' : `, in ${groups.join(' and ')}`;
  return [`${username} is a member of ${dataset} at level ${level}${limit}${within}.`];
}
