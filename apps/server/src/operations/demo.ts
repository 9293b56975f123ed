import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { everyRight } from '@atrium/contract/documents/grantableRights';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { type DemoName, demoDatasets, writeDemoPackage } from '@atrium/demo';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import {
  addAccount,
  demoPassword,
  findOpenDemoAccounts,
  grantMembership,
  type NewAccount,
} from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/index.ts';
import { makeDemoImports } from './demoImports.ts';
import { addDemoNews } from './demoNews.ts';
import { addDemoReports } from './demoReports.ts';
import { importDataset } from './importDataset.ts';
import type { ImportDeps, Watcher } from './operation.ts';

export interface DemoDeps extends ImportDeps {
  /** The folder of packages that are being imported. */
  readonly packages: string;
  /** Whether only this machine reaches the portal; else there are no demo accounts, whose password everybody knows. */
  readonly isForThisMachineOnly: boolean;
  /** Subjects of each dataset; default: as designed. */
  readonly subjects?: number;
}

/**
 * Makes the demo in a data directory without a dataset, or continues one that was interrupted; else does nothing.
 * @returns the state of the demo; null where there is none
 */
export async function makeDemo(deps: DemoDeps, watcher: Watcher): Promise<DemoState | null> {
  const state = (await loadDemoState(deps.db)) ?? (await beginDemo(deps));
  if (state === null || state.isComplete) return state;
  for (const { name, title } of demoDatasets) {
    if (await isMissing(deps, name)) await makeDataset(deps, { name, title }, watcher);
  }
  await makeDemoImports(deps, deps.packages, watcher);
  const accounts = state.accounts && deps.isForThisMachineOnly;
  if (accounts) {
    watcher.onProgress({ step: 'making the demo accounts', detail: null });
    await addDemoAccounts(deps.db);
    watcher.onProgress({ step: 'making the demo reports', detail: null });
    await addDemoReports(deps, watcher.signal);
  }
  await addDemoNews(deps.db);
  const complete = { accounts, isComplete: true };
  await writeDemoState(deps.db, complete);
  return complete;
}

async function beginDemo({ db, isForThisMachineOnly }: DemoDeps): Promise<DemoState | null> {
  if (!(await hasNoDataset(db))) return null;
  const state = { accounts: isForThisMachineOnly && (await hasNoAccount(db)), isComplete: false };
  await writeDemoState(db, state);
  return state;
}

async function isMissing({ db }: DemoDeps, name: DemoName): Promise<boolean> {
  const found = await db.selectFrom('dataset').select('id').where('unique_id', '=', name).executeTakeFirst();
  return found === undefined;
}

async function makeDataset(
  deps: DemoDeps,
  { name, title }: { readonly name: DemoName; readonly title: string },
  { onProgress, signal, operator }: Watcher,
): Promise<void> {
  const folder = await mkdtemp(path.join(deps.packages, `${name}-`));
  const step = (doing: string) => `demo dataset "${title}": ${doing}`;
  try {
    await writeDemoPackage(name, folder, {
      ...(deps.subjects === undefined ? {} : { subjects: deps.subjects }),
      onProgress: (done, total) =>
        onProgress({ step: step('generating subjects'), detail: `${done} of ${total}` }),
      signal,
    });
    await importDataset(
      deps,
      { kind: 'import', packagePath: folder, dataset: name, dryRun: false },
      {
        onProgress: ({ step: part, detail }) =>
          onProgress({ step: step('importing'), detail: detail === null ? part : `${part}, ${detail}` }),
        signal,
        ...(operator === undefined ? {} : { operator }),
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const demoState = z.object({
  /** Whether this data directory has the demo accounts. */
  accounts: z.boolean(),
  /** False until everything is made, also after an interruption. */
  isComplete: z.boolean(),
});

/** The state of the demo; written before the first part of it is made. */
export type DemoState = z.infer<typeof demoState>;

const demoEntry = 'demo';

export async function loadDemoState(db: Kysely<Schema>): Promise<DemoState | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', demoEntry)
    .executeTakeFirst();
  return row === undefined ? null : demoState.parse(row.value);
}

async function writeDemoState(db: Kysely<Schema>, state: DemoState): Promise<void> {
  const value = JSON.stringify(state);
  await db
    .insertInto('installation')
    .values({ name: demoEntry, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Whether there is no dataset. */
async function hasNoDataset(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('dataset').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Whether there is no account. */
async function hasNoAccount(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined;
}

interface DemoAccount extends Omit<NewAccount, 'password'> {
  /** The rights of the account, in words. */
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

/**
 * Refuses with conflict while a demo account could sign in, for a portal that people elsewhere reach. It looks at the
 * accounts themselves, because their sessions and tokens are good for as long as they are (rule 8.14).
 */
export async function refuseDemoAccounts(db: Kysely<Schema>): Promise<void> {
  const open = await findOpenDemoAccounts(
    db,
    demoAccounts.map(({ username }) => username),
  );
  if (open.length === 0) return;
  throw new PortalError(
    'conflict',
    `The demo ${open.length === 1 ? `account ${open.join('')} has` : `accounts ${open.join(', ')} have`} the password that everybody knows, so the portal is served on loopback only, without a public address and without a proxy. Disable them with "atrium user disable NAME", give each a password with "atrium user password NAME", or choose another data directory with ATRIUM_HOME.`,
  );
}

/** Makes the demo accounts that are missing, and their memberships. */
async function addDemoAccounts(db: Kysely<Schema>): Promise<void> {
  for (const { levels, role: _, ...account } of demoAccounts) {
    await addMissing(db, { ...account, email: `${account.username}@atrium.example`, password: demoPassword });
    for (const [dataset, level] of levels) {
      const grant = { username: account.username, dataset, level, ...everyRight };
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
