import { utcDayOf } from '@atrium/contract/calendar/days';
import { disarmed } from '@atrium/contract/documents/formulas';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { csvText } from '@atrium/warehouse';
import { sql } from 'kysely';
import { z } from 'zod';
import { lastDayOf, rightsAsJson } from '../access/index.ts';
import { memberColumns, userColumns } from './importPeople.ts';
import type { Operation, OperationDeps } from './operation.ts';

type Deps = Pick<OperationDeps, 'db' | 'clock'>;
type Table = readonly (readonly string[])[];

const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** The accounts, in a table or as the CSV that `user import` takes. */
export async function listUsers(
  { db }: Deps,
  { asCsv }: Extract<Operation, { kind: 'listUsers' }>,
): Promise<readonly string[]> {
  const accounts = await db
    .selectFrom('account')
    .select(['username', 'full_name', 'email', 'is_staff', 'disabled_at', 'last_used_at', 'password_hash'])
    .select((eb) => [
      eb
        .selectFrom('account_identity')
        .select(sql<string>`json_build_array(issuer, subject)::text`.as('identity'))
        .whereRef('account_identity.account_id', '=', 'account.id')
        .orderBy('issuer')
        .limit(1)
        .as('identity'),
      eb
        .selectFrom('membership')
        .select(({ fn }) => fn.countAll<string>().as('memberships'))
        .whereRef('membership.account_id', '=', 'account.id')
        .as('memberships'),
    ])
    .orderBy(sql`lower(username)`)
    .execute();
  const rows = accounts.map((account) => {
    const [issuer, subject] = identityOf(account.identity);
    const person = [account.username, account.full_name, account.email, yes(account.is_staff)];
    if (asCsv) return [...person, issuer, subject];
    const hasWay = account.password_hash !== null || issuer !== '';
    const state = account.disabled_at !== null ? 'disabled' : hasWay ? 'active' : 'invited';
    return [
      ...person,
      state,
      account.last_used_at === null ? '' : utcDayOf(account.last_used_at),
      String(account.memberships ?? 0),
    ];
  });
  const heading = ['username', 'full name', 'email', 'staff', 'state', 'last used', 'memberships'];
  return present(rows, { asCsv, heading: asCsv ? userColumns : heading });
}

const identityOf = (identity: string | null): readonly [string, string] =>
  identity === null ? ['', ''] : z.tuple([z.string(), z.string()]).parse(JSON.parse(identity));

const membershipRow = z.object({
  username: z.string(),
  full_name: z.string(),
  level: z.string(),
  rights: z.object({ canViewWorkspace: z.boolean() }),
  groups: z.array(z.string()),
  ends_at: z.date().nullable(),
  from_provider: z.string().nullable(),
});

/** The memberships of a dataset, in a table or as the CSV that `member import` takes. */
export async function listMembers(
  { db, clock }: Deps,
  { dataset, asCsv }: Extract<Operation, { kind: 'listMembers' }>,
): Promise<readonly string[]> {
  const found = await db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', dataset)
    .executeTakeFirst();
  if (found === undefined) throw new PortalError('not_found', `There is no dataset ${dataset}.`);
  const { rows } = await sql`
    select account.username, account.full_name, membership.access_level as level, ${rightsAsJson} as rights,
      membership.ends_at, membership.from_provider,
      array(select permission_group.name from membership_group
        join permission_group on permission_group.id = membership_group.group_id
        where membership_group.membership_id = membership.id order by lower(permission_group.name)) as groups
    from membership join account on account.id = membership.account_id
    where membership.dataset_id = ${found.id}
    order by lower(account.username)`.execute(db);
  const now = clock();
  const lines = rows.map((row) => {
    const { username, full_name, level, rights, groups, ends_at, from_provider } = membershipRow.parse(row);
    const workspace = yes(rights.canViewWorkspace);
    const until = ends_at === null ? 'never' : String(lastDayOf(ends_at));
    if (asCsv) return [username, dataset, level, workspace, groups.join(' '), until];
    const state = ends_at !== null && ends_at <= now ? 'ended' : 'current';
    return [username, full_name, level, workspace, groups.join(' '), until, state, from_provider ?? 'staff'];
  });
  const heading = ['username', 'full name', 'level', 'workspace', 'groups', 'until', 'state', 'by'];
  return present(lines, { asCsv, heading: asCsv ? memberColumns : heading });
}

/** Fields are divided by tabs, of which no name is left; as CSV, formulas of a spreadsheet are disarmed. */
function present(
  rows: Table,
  { asCsv, heading }: { readonly asCsv: boolean; readonly heading: readonly string[] },
): readonly string[] {
  if (asCsv)
    return csvText([heading, ...rows.map((row) => row.map(disarmed))])
      .trimEnd()
      .split('\r\n');
  if (rows.length === 0) return ['There are none.'];
  return [heading, ...rows].map((row) => row.map((cell) => cell.replace(/\p{C}+/gu, ' ')).join('\t'));
}
