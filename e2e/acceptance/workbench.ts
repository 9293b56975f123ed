import type { Locator, Page } from '@playwright/test';
import { commandAt } from '../portal.ts';
import type { ScreenState, Start } from '../states/screenState.ts';
import { demoPassword, expect } from '../visitor.ts';

type Visit = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
const visits = new Map<string, Visit>();

/**
 * Signs in by the public call, once a run for each account as long as nobody ends that session, so that journeys begin
 * where they have something to say.
 */
export async function enter(
  page: Page,
  portal: string,
  { username = 'researcher', password = demoPassword } = {},
): Promise<void> {
  const known = visits.get(username);
  if (known !== undefined) {
    await page.context().addCookies(known);
    const session = await (await page.request.get(`${portal}/api/v2/auth`)).json();
    if (session.user !== null) return;
  }
  const data = { username, password };
  const reply = await page.request.post(`${portal}/api/v2/auth/login`, { data });
  expect(reply.status(), await reply.text()).toBe(200);
  visits.set(username, await page.context().cookies());
}

/** Gives a command to the portal under test. */
export function operate(args: readonly string[], input = ''): void {
  const { status, output } = commandAt(process.env['ATRIUM_E2E_HOME'] ?? '', args, input);
  expect(status, output).toBe(0);
}

/** Empties the definitions that are named and makes the edits that a state begins with. */
export async function begin(page: Page, portal: string, start: Start): Promise<void> {
  const base = `${portal}/api/v2/${start.dataset ?? 'default'}`;
  const definitions = { cohort_def: start.cohort, analysis_def: start.axes };
  for (const [which, edits] of Object.entries(definitions)) {
    for (const transformation of edits === undefined ? [] : [{ type: 'clear_all' }, ...edits]) {
      const reply = await page.request.post(`${base}/${which}/`, { data: { transformation } });
      expect(await reply.json()).toMatchObject({ transformation_successful: true });
    }
  }
}

/** Brings a page to a state. */
export async function reach(page: Page, portal: string, state: ScreenState): Promise<void> {
  await page.context().clearCookies();
  await page.unrouteAll();
  if (state.account !== null) await enter(page, portal, { username: state.account ?? 'researcher' });
  await begin(page, portal, state.start ?? {});
  await state.prepare?.(page);
  await page.goto(`${portal}${state.path}`);
  await state.reach(page);
}

/** The live count, which stands before the noun: "12,000 participants in your cohort". */
export const cohortCount = (page: Page): Locator => page.getByTestId('cohort-count');
export const shown = (count: number): RegExp => new RegExp(`^${count.toLocaleString('en-US')}\\D`);
export const filters = (page: Page): Locator => page.getByRole('region', { name: 'Filters' });
export const concept = (page: Page): Locator => page.getByRole('region', { name: 'Concept' });
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** One reply that waits to be let go. */
export interface Held {
  /** The reply is there, and held back. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** A promise and what settles it. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Holds back the reply to the first call that fits until it is released; later calls pass. */
export async function holdFirst(page: Page, fits: RegExp): Promise<Held> {
  const arrival = signal();
  const release = signal();
  let isFirst = true;
  await page.route(fits, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    arrival.give();
    await release.given;
    // A call that the page has given up in the meantime has nobody to answer.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { arrived: arrival.given, release: release.give };
}
