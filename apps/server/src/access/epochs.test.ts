import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localSignInOnly } from '../config/signInSettings.ts';
import type { Caller } from '../testing/caller.ts';
import { createCaller } from '../testing/caller.ts';
import { chosenEffort, isGate } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { hasPostgres } from '../testing/privateCluster.ts';
import { addSmallerRelease } from '../testing/smallerRelease.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { openTwoPortals } from '../testing/twoPortals.ts';
import {
  type Account,
  createSessions,
  createTokens,
  disableAccount,
  putAgreement,
  withdrawAgreement,
} from './index.ts';

/** The portal that makes the changes, and the one that answers calls. */
let portal: TestApp;
let app: TestApp;
let dataset: TestDataset;
let releases: { readonly first: number; readonly second: number };

const given = { signIn: { ...localSignInOnly, secondFactor: 'staff-and-phi' } } as const;

const counts = { first: { all: 6, probands: 4 }, second: { all: 5, probands: 3 } };

const reply = z.object({ count: z.number().optional(), code: z.string().optional() });

const setDataset = (given: object) =>
  portal.db.updateTable('dataset').set(given).where('id', '=', dataset.id).execute();
const setMembership = (given: object, { membershipId }: World) =>
  portal.db.updateTable('membership').set(given).where('id', '=', membershipId).execute();
const sessionsElsewhere = () => createSessions({ db: portal.db, clock: portal.clock.now });
const opens = { allSubjects: false, subjectConcepts: ['is_proband'] };
const allOpen = { categories: null, concepts: null, collections: null };

const changes: readonly Change[] = [
  {
    name: 'sign-out',
    apply: ({ elsewhere }) => elsewhere.post('auth/logout/'),
    gives: { isSignedIn: false },
  },
  {
    name: 'the session is ended elsewhere',
    apply: ({ account }) => sessionsElsewhere().endAll(account.id),
    gives: { isSignedIn: false },
  },
  {
    name: 'the token is revoked',
    apply: ({ account }) => createTokens({ db: portal.db, clock: portal.clock.now }).revokeAll(account.id),
    gives: { hasToken: false },
  },
  {
    name: 'the account is disabled',
    apply: ({ account }) =>
      portal.db.transaction().execute((inside) => disableAccount(inside, account.username)),
    gives: { isSignedIn: false, hasToken: false },
  },
  {
    name: 'staff need a second factor, and the account becomes staff',
    apply: ({ account }) =>
      portal.db.updateTable('account').set({ is_staff: true }).where('id', '=', account.id).execute(),
    undo: ({ account }) =>
      portal.db.updateTable('account').set({ is_staff: false }).where('id', '=', account.id).execute(),
    gives: { isStaff: true },
  },
  {
    name: 'the membership ends by the clock',
    apply: async () => {
      for (const { clock } of new Set([portal, app])) clock.advance(6);
    },
    gives: { hasEnded: true },
  },
  {
    name: 'the membership is taken away',
    apply: ({ membershipId }) => portal.db.deleteFrom('membership').where('id', '=', membershipId).execute(),
    gives: { isMember: false },
  },
  {
    name: 'the level becomes lower',
    apply: (world) => setMembership({ access_level: 'agg' }, world),
    undo: (world) => setMembership({ access_level: 'deid' }, world),
    gives: { level: 'agg' },
  },
  {
    name: 'the level needs a second factor',
    apply: (world) => setMembership({ access_level: 'phi' }, world),
    undo: (world) => setMembership({ access_level: 'deid' }, world),
    gives: { level: 'phi' },
  },
  {
    name: 'groups show fewer subjects',
    apply: ({ membershipId }) =>
      portal.db.transaction().execute(async (inside) => {
        const { id } = await inside
          .insertInto('permission_group')
          .values({
            dataset_id: dataset.id,
            name: 'probands',
            opens: JSON.stringify({ ...opens, ...allOpen }),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await sql`insert into membership_group (dataset_id, membership_id, group_id)
          select dataset_id, id, ${id}::integer from membership where id = ${membershipId}`.execute(inside);
      }),
    undo: () => portal.db.deleteFrom('permission_group').where('dataset_id', '=', dataset.id).execute(),
    gives: { isGrouped: true },
  },
  {
    name: 'an agreement waits',
    apply: () =>
      portal.db
        .transaction()
        .execute((inside) => putAgreement(inside, dataset.uniqueId, { version: '1', text: 'Be kind.' })),
    undo: () => portal.db.transaction().execute((inside) => withdrawAgreement(inside, dataset.uniqueId)),
    gives: { owesAgreement: true },
  },
  {
    name: 'the dataset is closed',
    apply: () => setDataset({ live_release_id: null, aggregate_release_id: null }),
    undo: () => setDataset({ live_release_id: releases.first, aggregate_release_id: releases.first }),
    gives: { isClosed: true, release: 'first' },
  },
  {
    name: 'the release is switched',
    apply: () => setDataset({ live_release_id: releases.second }),
    undo: () => setDataset({ live_release_id: releases.first }),
    gives: { isClosed: false, release: 'second' },
  },
];

describe.each([
  { where: 'the very next answer obeys', isPair: false },
  { where: 'the very next answer of another process obeys', isPair: true },
])('$where', ({ isPair }) => {
  const itHere = it.skipIf(isPair && !hasPostgres);
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    if (isPair && !hasPostgres) return;
    const opened = isPair ? await openTwoPortals(given) : await testApp(given);
    [portal, app] = 'other' in opened ? [opened.other, opened.portal] : [opened, opened];
    close = opened.close;
    await addReleases();
  });
  afterAll(() => close?.());

  itHere.each(changes)(
    'when $name, and then another change is made, and the first is undone',
    async (one) => {
      for (const other of followersOf(one)) {
        const world = await aKnownMember();
        let state = atFirst;
        for (const made of [one, other])
          state = await change(world, { before: state, now: after(state, made) }, () => made.apply(world));
        const { undo } = one;
        if (undo !== undefined)
          await change(world, { before: state, now: undone(state, one) }, () => undo(world));
        await other.undo?.(world);
        await one.undo?.(world);
      }
    },
  );
});

async function addReleases(): Promise<void> {
  dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  const { live_release_id } = await portal.db
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', dataset.id)
    .executeTakeFirstOrThrow();
  releases = { first: z.number().parse(live_release_id), second: await addSmallerRelease(portal, dataset) };
}

/** What a member may do, by a second, slow statement of the rules. */
interface State {
  isSignedIn: boolean;
  hasToken: boolean;
  isStaff: boolean;
  isMember: boolean;
  hasEnded: boolean;
  owesAgreement: boolean;
  isClosed: boolean;
  isGrouped: boolean;
  level: 'deid' | 'agg' | 'phi';
  release: 'first' | 'second';
}

const atFirst: State = {
  isSignedIn: true,
  hasToken: true,
  isStaff: false,
  isMember: true,
  hasEnded: false,
  owesAgreement: false,
  isClosed: false,
  isGrouped: false,
  level: 'deid',
  release: 'first',
};

const lacksFactor = ({ isStaff, isMember, level }: State): boolean =>
  isStaff || (isMember && level === 'phi');

/** The answer to a count: the number, or the code of the refusal. */
function expected(state: State): number | string {
  if (lacksFactor(state)) return 'not_signed_in';
  if (!state.isMember || state.hasEnded) return 'not_a_member';
  if (state.owesAgreement) return 'agreement_required';
  if (state.level === 'agg') return 'not_permitted';
  if (state.isClosed) return 'not_ready';
  return counts[state.release][state.isGrouped ? 'probands' : 'all'];
}

const answersOf = (state: State) => ({
  session: state.isSignedIn ? expected(state) : 'not_signed_in',
  token: state.hasToken ? expected(state) : 'not_signed_in',
  isSomebody: state.isSignedIn && !lacksFactor(state),
});
type Answers = ReturnType<typeof answersOf>;

interface World {
  readonly account: Account;
  readonly membershipId: number;
  readonly session: Caller;
  readonly token: Caller;
  /** The same session at the portal that makes the changes. */
  readonly elsewhere: Caller;
}

/** A member who has called before, so that their rights are in memory. */
async function aKnownMember(): Promise<World> {
  const { db, clock } = portal;
  const endsAt = new Date(clock.now().getTime() + 5 * 60_000);
  const account = await portal.anAccount({ password: null });
  const { membershipId } = await portal.aMember({ account, dataset, level: 'deid', endsAt });
  const sessions = createSessions({ db, clock: clock.now });
  const session = await sessions.begin(account.id, undefined);
  const made = await createTokens({ db, clock: clock.now }).make(
    account.id,
    { name: 'r', scopes: ['read'], expiresInDays: 1 },
    { session, passwordHash: null },
  );
  const caller = await app.signedIn(account);
  const world = {
    account,
    membershipId,
    session: caller,
    elsewhere: createCaller(portal.app, caller.cookie),
    token: createCaller(app.app, '', { authorization: `Bearer ${made.secret}` }),
  };
  for (const _ of [1, 2]) expect(await ask(world)).toEqual(answersOf(atFirst));
  return world;
}

const countOf = async (caller: Caller): Promise<number | string | undefined> => {
  const { count, code } = reply.parse((await caller.get(`${dataset.uniqueId}/query_tools/count/`)).json());
  return count ?? code;
};

async function ask({ session, token }: World): Promise<Answers> {
  const [bySession, byToken, who] = await Promise.all([
    countOf(session),
    countOf(token),
    session.get('auth/'),
  ]);
  return { session: bySession ?? '', token: byToken ?? '', isSomebody: who.json().user !== null };
}

interface Change {
  readonly name: string;
  apply(world: World): Promise<unknown>;
  undo?(world: World): Promise<unknown>;
  /** The state after it. */
  readonly gives: Partial<State>;
  /** Needs the membership. */
  readonly ofMember?: true;
}

/** The changes to try after a first one: one in the gate, all of them in `npm run explore`. */
function followersOf(one: Change): readonly Change[] {
  const all = changes.length - 1;
  const some = Math.min(all, isGate ? 1 : 3 * chosenEffort());
  const begin = changes.indexOf(one) + 1;
  const indexes = Array.from({ length: some }, (_, index) => begin + Math.floor((index * all) / some));
  return indexes.flatMap((index) => changes[index % changes.length] ?? []);
}

const after = (state: State, { gives }: Change): State => ({ ...state, ...gives });
const undone = (state: State, { gives }: Change): State => ({
  ...state,
  ...Object.fromEntries(
    Object.entries(atFirst).filter(([name]) => name in gives || (name === 'isClosed' && 'release' in gives)),
  ),
});

/**
 * Makes a change while calls run: each gets the answer from before or from after the change, and every later call the
 * answer from after.
 */
async function change(
  world: World,
  states: { readonly before: State; readonly now: State },
  make: () => Promise<unknown>,
) {
  const [, ...meanwhile] = await Promise.all([make(), countOf(world.session), countOf(world.token)]);
  const [before, now] = [answersOf(states.before), answersOf(states.now)];
  expect([before.session, now.session]).toContain(meanwhile[0]);
  expect([before.token, now.token]).toContain(meanwhile[1]);
  expect(await ask(world)).toEqual(now);
  return states.now;
}
