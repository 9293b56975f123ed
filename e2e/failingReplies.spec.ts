import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { callsOf, describedCalls, faultyReplies, type Shown, showFailing } from './failingReplies.ts';
import type { ScreenState } from './states/screenState.ts';
import { screenStates } from './states/screenStates.ts';
import { expect, test } from './test.ts';

/** A call, its repetition by a second part of the page, and one automatic repetition of each. */
const mostAsked = 4;
/** What no person should have to read. */
const machineText =
  /\[\s*\{|\{"|ZodError|\[object |\bundefined\b|invalid_type|SyntaxError|TypeError|<h1>|Unexpected token/;

const addressOf = ({ path, account = 'researcher' }: ScreenState): string =>
  `${path.replace(/\?.*/, '')} for ${account ?? 'a stranger'}`;

const addresses = [...new Set(screenStates.map(addressOf))];

/** What is wrong with a page of which a call failed. */
function mistakesOf({ asked, loading, saysSo, text, faults }: Shown, mayBeRead: boolean): string[] {
  return [
    asked > mostAsked ? `asked ${asked} times` : [],
    loading > 0 ? 'goes on loading' : [],
    saysSo || mayBeRead ? [] : 'does not say so with a button',
    machineText.exec(text)?.[0] ?? [],
    faults,
  ].flat();
}

async function inPage<Result>(
  context: BrowserContext,
  act: (page: Awaited<ReturnType<BrowserContext['newPage']>>) => Promise<Result>,
): Promise<Result> {
  const page = await context.newPage();
  try {
    return await act(page);
  } finally {
    await page.close();
  }
}

for (const address of addresses)
  test(`a call that fails is asked for a few times at most, and the screen says so: ${address}`, {
    tag: '@long',
  }, async ({ context, page }) => {
    test.setTimeout(3_600_000);
    const described = await describedCalls(page);
    const tried = new Set<string>();
    const mistakes: string[] = [];
    for (const state of screenStates.filter((one) => addressOf(one) === address)) {
      const calls = await inPage(context, (fresh) => callsOf(fresh, state, described));
      for (const call of calls.filter(({ name }) => !tried.has(name))) {
        tried.add(call.name);
        for (const reply of faultyReplies) {
          console.log(new Date().toISOString(), state.name, call.name, reply.name);
          const shown = await inPage(context, (fresh) => showFailing(fresh, state, { call, reply }));
          for (const mistake of mistakesOf(shown, reply.name === '{}' || shown.asked === 0))
            mistakes.push(`${state.name}, ${call.name} with ${reply.name}: ${mistake}`);
        }
      }
    }
    expect(mistakes).toEqual([]);
  });

/** Opened by what a state does first (a report, a receipt, an invitation), or leads to another address. */
const reachedOtherwise = new Set([
  '/invitation',
  '/$app/admin',
  '/$dataset/reports/$report',
  '/$dataset/receipts/$receiptId',
]);

test('every screen of the portal has a state in which its calls fail', () => {
  const source = readFileSync(new URL('../apps/web/src/app/router.tsx', import.meta.url), 'utf8');
  const routes = Array.from(source.matchAll(/path: '([^']+)'/g), ([, path = '']) => path);
  const isCovered = (route: string): boolean => {
    const pattern = new RegExp(
      `^${route.replace(/\/?\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}$`,
    );
    return screenStates.some(({ path }) => pattern.test(path.replace(/\?.*/, '')));
  };
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((route) => !isCovered(route) && !reachedOtherwise.has(route))).toEqual([]);
});
