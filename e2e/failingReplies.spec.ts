import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import {
  type Call,
  type CallOfScreen,
  callsOf,
  describedCalls,
  type FaultyReply,
  faultyReplies,
  holdTime,
  type Judge,
  mistakesIn,
  repliesOf,
} from './failingReplies.ts';
import { maxStartMs } from './portal.ts';
import type { ScreenState } from './states/screenState.ts';
import { screenStates, staffRooms } from './states/screenStates.ts';
import { expect, test } from './test.ts';

/** What no person should have to read. */
const machineText =
  /\[\s*\{|\{"|ZodError|\[object |\bundefined\b|invalid_type|SyntaxError|TypeError|<h1>|Unexpected token/;

/** A call may be made again once by itself, and by each part of the page that shows it. */
const maxCalls = (times: number): number => 2 * times + 2;

/** Who is not signed in has no datasets, and reads the welcome page. */
const callsOfStrangers = ['GET /api/v2/dataset', 'GET /api/v2/auth'];

/** An empty object may be a reply that can be used. */
const mayBeUsed = (call: Call, reply: FaultyReply | undefined): boolean =>
  reply === undefined ||
  reply.name === '{}' ||
  (reply.status === 401 && callsOfStrangers.includes(call.name));

const judgeOf =
  ({ times }: CallOfScreen): Judge =>
  ({ calls, loading, saysSo, hasButton, text, faults }, call, reply) =>
    [
      calls > maxCalls(times) ? `made ${calls} times, not ${times}` : [],
      loading > 0 ? 'goes on loading' : [],
      (saysSo && (hasButton || call.isAction)) || mayBeUsed(call, reply) || calls === 0
        ? []
        : 'does not say so with a button',
      machineText.exec(text)?.[0] ?? [],
      faults,
    ].flat();

interface Walk {
  readonly states: readonly ScreenState[];
  readonly repliesTo: (call: Call) => readonly FaultyReply[];
  /** The calls to try of those that a state makes. */
  readonly isWanted?: (name: string) => boolean;
}

/** Every call of these states in turn, each reply in turn. */
async function walk(
  context: BrowserContext,
  { states, repliesTo, isWanted = () => true }: Walk,
): Promise<readonly string[]> {
  const described = await describedCalls(context);
  const mistakes: string[] = [];
  const tried = new Set<string>();
  await holdTime(context);
  for (const state of states) {
    // The steps to the state before may wait for something still: they end with their page.
    const page = await context.newPage();
    const calls = await callsOf(page, state, described);
    for (const one of calls.filter(({ call: { name } }) => !tried.has(name) && isWanted(name))) {
      tried.add(one.call.name);
      const { call } = one;
      const replies = repliesTo(call);
      for (const mistake of await mistakesIn(page, { state, call, replies, judge: judgeOf(one) })) {
        mistakes.push(`${state.name}, ${call.name} with ${mistake}`);
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
  return mistakes;
}

const addressOf = ({ path, account = 'researcher' }: ScreenState): string =>
  `${path.replace(/\?.*/, '')} for ${account ?? 'a stranger'}`;

for (const [index, address] of [...new Set(screenStates.map(addressOf))].entries())
  test(`a call that fails is made a few times at most, and the screen says so: ${address}`, {
    tag: '@long',
  }, async ({ context }) => {
    test.setTimeout(maxStartMs);
    const states = screenStates.filter((state) => addressOf(state) === address);
    expect(await walk(context, { states, repliesTo: (call) => repliesOf(call, index) })).toEqual([]);
  });

test('a call that fails is made a few times at most, and two screens say so', {
  tag: '@long',
}, async ({ context }) => {
  const wanted = ['GET /api/v2/{dataset}/collections', 'GET /api/v2/{dataset}/query_tools/preview'];
  const mistakes = await walk(context, {
    states: screenStates.filter(({ name }) => name === 'dataset' || name === 'results'),
    repliesTo: () => faultyReplies.filter(({ name }) => ['403', '500', 'HTML'].includes(name)),
    isWanted: (name) => wanted.includes(name),
  });
  expect(mistakes).toEqual([]);
});

/** Opened by what a state does first (a report, a receipt, an invitation), or leads to another address. */
const reachedOtherwise = new Set([
  '/invitation',
  '/$app/admin',
  '/$dataset/reports/$report',
  '/$dataset/receipts/$receiptId',
]);

/** What stands in a source of the client, one for each match. */
const namesIn = (file: string, pattern: RegExp): readonly string[] =>
  Array.from(
    readFileSync(new URL(`../apps/web/src/app/${file}`, import.meta.url), 'utf8').matchAll(pattern),
    ([, name = '']) => name,
  );

test('every screen of the portal has a state in which its calls fail', () => {
  const routes = namesIn('router.tsx', /path: '([^']+)'/g);
  const isCovered = (route: string): boolean => {
    const pattern = new RegExp(
      `^${route.replace(/\/?\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}$`,
    );
    return screenStates.some(({ path }) => pattern.test(path.replace(/\?.*/, '')));
  };
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((route) => !isCovered(route) && !reachedOtherwise.has(route))).toEqual([]);
});

test('so does every staff room, and every tab of the account but the first', () => {
  const [list = ''] = namesIn('screens/AccountScreen.tsx', /accountTabs = \[([^\]]+)\]/g);
  const tabs = Array.from(list.matchAll(/'(\w+)'/g), ([, tab = '']) => tab).slice(1);
  const addresses = [
    ...staffRooms.map(({ path }) => `/pcgc/admin/${path}`),
    ...tabs.map((tab) => `/account?tab=${tab}`),
  ];
  expect(addresses.length).toBeGreaterThan(15);
  // The audit has an address of its own, which leads to its room.
  const paths = screenStates.map(({ path }) => path.replace(/^\/audit$/, '/pcgc/admin/audit'));
  expect(addresses.filter((address) => !paths.some((path) => path.startsWith(address)))).toEqual([]);
});
