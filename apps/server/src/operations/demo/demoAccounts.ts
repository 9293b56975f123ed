import { type AccessLevel, PortalError } from '@atrium/contract';
import type { DemoName } from '@atrium/demo';
import type { Kysely } from 'kysely';
import { addAccount, grantMembership, type NewAccount } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';

export const demoPassword = 'atrium-demo';

interface DemoAccount extends Omit<NewAccount, 'password'> {
  /** What a reader is told of it. */
  readonly role: string;
  readonly levels: readonly (readonly [dataset: DemoName, level: AccessLevel])[];
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'researcher',
    fullName: 'Robin Researcher',
    role: 'de-identified subject data everywhere',
    levels: [
      ['default', 'deid'],
      ['registry', 'deid'],
    ],
  },
  {
    username: 'analyst',
    fullName: 'Alex Analyst',
    role: 'aggregate numbers of the default dataset',
    levels: [['default', 'agg']],
  },
  {
    username: 'curator',
    fullName: 'Chris Curator',
    isStaff: true,
    role: 'staff; everything everywhere',
    levels: [
      ['default', 'phi'],
      ['registry', 'phi'],
    ],
  },
];

/** Makes those demo accounts that are missing, and their memberships. */
export async function addDemoAccounts(db: Kysely<Schema>): Promise<void> {
  for (const { levels, role: _, ...account } of demoAccounts) {
    await addMissing(db, { ...account, email: `${account.username}@atrium.example`, password: demoPassword });
    for (const [dataset, level] of levels) {
      const grant = { username: account.username, dataset, level, canViewWorkspace: true };
      const { id: membership } = await grantMembership(db, grant);
      await record(db, { accountId: null, action: 'membership_grant', detail: { membership, ...grant } });
    }
  }
}

async function addMissing(db: Kysely<Schema>, account: NewAccount): Promise<void> {
  try {
    const { id, username, isStaff } = await addAccount(db, account);
    await record(db, { accountId: null, action: 'account_add', detail: { account: id, username, isStaff } });
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'conflict') throw error;
  }
}
