import type { Kysely } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { type DemoState, demoAccounts, demoPassword } from '../../operations/index.ts';

export interface WelcomeOptions {
  readonly address: string;
  readonly db: Kysely<Schema>;
  readonly demo: DemoState | null;
}

/** What a started portal says: where it is, and who can sign in when that is no secret. */
export async function welcome({ address, db, demo }: WelcomeOptions): Promise<readonly string[]> {
  const ready = ['', `Atrium is ready at ${address}`];
  if (demo?.accounts === true && demo.isComplete) return [...ready, ...describeDemo()];
  const account = await db.selectFrom('account').select('id').limit(1).executeTakeFirst();
  return account === undefined ? [...ready, ...describeFirstSteps()] : ready;
}

function describeDemo(): readonly string[] {
  const width = Math.max(...demoAccounts.map(({ username }) => username.length));
  return [
    `Sign in with password ${demoPassword} as`,
    ...demoAccounts.map(({ username, role }) => `  ${username.padEnd(width)}  ${role}`),
  ];
}

function describeFirstSteps(): readonly string[] {
  return [
    'There is no account yet. In another terminal, with the same ATRIUM_HOME:',
    '  npx atrium user add NAME --staff --password-stdin',
    '  npx atrium grant NAME DATASET --level phi',
  ];
}
