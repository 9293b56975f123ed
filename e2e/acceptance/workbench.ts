import type { Locator, Page, Route } from '@playwright/test';
import { commandAt } from '../portal.ts';
import { demoPassword, expect } from '../visitor.ts';

type Visit = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
const visits = new Map<string, Visit>();

/** Signs in by the public call, once a run for each account, so that journeys begin where they have something to say. */
export async function enter(
  page: Page,
  portal: string,
  { username = 'researcher', password = demoPassword } = {},
): Promise<void> {
  const known = visits.get(username);
  if (known !== undefined) return page.context().addCookies(known);
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

/** A definition and the edits it begins with. */
type Start = Readonly<Partial<Record<'cohort_def' | 'analysis_def', readonly object[]>>>;

/** Empties the definitions that are named and makes the given edits; gives the ids of what was added. */
export async function begin(page: Page, base: string, start: Start): Promise<readonly string[]> {
  const added: string[] = [];
  for (const [which, edits] of Object.entries(start)) {
    for (const transformation of [{ type: 'clear_all' }, ...edits]) {
      const reply = await page.request.post(`${base}/${which}/`, { data: { transformation } });
      const said: unknown = await reply.json();
      expect(said).toMatchObject({ transformation_successful: true });
      if (typeof said === 'object' && said !== null && 'entry_id' in said) added.push(String(said.entry_id));
    }
  }
  return added.slice(1);
}

export const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
export const row = (concept_id: string) => ({ type: 'add_entry', concept_id, role: 'rows' });
export const column = (concept_id: string) => ({ type: 'add_entry', concept_id, role: 'cols' });

/** The live count, which stands before the noun: "12,000 participants in your cohort". */
export const cohortCount = (page: Page): Locator => page.getByTestId('cohort-count');
export const shown = (count: number): RegExp => new RegExp(`^${count.toLocaleString('en-US')}\\D`);
export const filters = (page: Page): Locator => page.getByRole('region', { name: 'Filters' });
export const concept = (page: Page): Locator => page.getByRole('region', { name: 'Concept' });
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** Lets one reply wait until it is let go. */
export interface Held {
  readonly arrived: Promise<void>;
  release(): void;
}

/** Holds back the first call that fits until it is released; later calls pass. */
export async function holdFirst(page: Page, fits: RegExp): Promise<Held> {
  const arrival = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(fits, async (route: Route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const reply = await route.fetch();
    arrival.resolve();
    await release.promise;
    // A call that the page has given up in the meantime has nobody to answer.
    await route.fulfill({ response: reply }).catch(() => undefined);
  });
  return { arrived: arrival.promise, release: () => release.resolve() };
}
