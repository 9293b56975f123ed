import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import { prepareState, type ScreenState } from './states/screenState.ts';
import { watchFaults } from './test.ts';

/** A reply that an endpoint gives in place of its own. */
export interface FaultyReply {
  readonly name: string;
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const refusal = (status: number, code: string): FaultyReply => ({
  name: String(status),
  status,
  contentType: 'application/json',
  body: JSON.stringify({ detail: `Refused for a test with ${status}.`, code }),
});

const json = (body: string): FaultyReply => ({
  name: body,
  status: 200,
  contentType: 'application/json',
  body,
});

export const faultyReplies: readonly FaultyReply[] = [
  refusal(401, 'not_signed_in'),
  refusal(403, 'not_permitted'),
  { ...refusal(429, 'too_many_requests'), headers: { 'retry-after': '2' } },
  refusal(500, 'internal'),
  { name: '204', status: 204, body: '' },
  { name: 'HTML', status: 200, contentType: 'text/html', body: '<!doctype html><h1>Wrong server</h1>' },
  json('null'),
  json('{}'),
];

/** What every page asks for. */
const callsOfEveryPage = [
  '/api/v2/auth',
  '/api/v2/dataset',
  '/api/v2/dataset/{dataset}',
  '/api/v2/{dataset}/collections',
];

/** What a page does with a reply depends on which of these it is. */
const kindsOfReplies = [
  ['401', '403'],
  ['429', '500'],
  ['204', 'HTML', 'null', '{}'],
].map((names) => faultyReplies.filter(({ name }) => names.includes(name)));

const sumOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + character.charCodeAt(0), 0);

/**
 * The replies to try on one of the pages: one of each kind, others on the next page and for the next call; of what every
 * page asks for, one. All of them where `E2E_LONG` is `all`.
 */
export function repliesOf({ name }: Call, index: number): readonly FaultyReply[] {
  if (process.env['E2E_LONG'] === 'all') return faultyReplies;
  const turn = index + sumOf(name);
  const isOfEveryPage = callsOfEveryPage.some((path) => name === `GET ${path}`);
  const groups = isOfEveryPage ? [faultyReplies] : kindsOfReplies;
  return groups.flatMap((replies) => replies[turn % replies.length] ?? []);
}

/** One call of the portal's description of itself: `GET /api/v2/{dataset}/cohort_def`. */
export interface Call {
  readonly name: string;
  /** Whether it does something at the press of a button, which is there to be pressed again. */
  readonly isAction: boolean;
  readonly fits: (request: Request) => boolean;
}

const isCall = (request: Request): boolean => ['fetch', 'xhr'].includes(request.resourceType());

/** Every call of the portal, those with more fixed parts first. */
export async function describedCalls({ request }: BrowserContext): Promise<readonly Call[]> {
  const description = await (await request.get('/api/v2/openapi.json')).json();
  const paths: readonly [string, Readonly<Record<string, Readonly<Record<string, unknown>>>>][] =
    Object.entries(description.paths);
  const variables = (path: string) => path.split('{').length;
  return paths
    .toSorted(([one], [other]) => variables(one) - variables(other))
    .flatMap(([path, methods]) => {
      const fixed = path.replace(/\/$/, '').replaceAll('.', '\\.');
      const pattern = new RegExp(`^${fixed.replace(/\{\w+\}/g, '[^/]+')}/?$`);
      return Object.entries(methods).map(([method, { 'x-discloses': discloses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        isAction: method === 'post' && discloses === 'nothing',
        fits: (request: Request) =>
          isCall(request) &&
          request.method() === method.toUpperCase() &&
          pattern.test(new URL(request.url()).pathname),
      }));
    });
}

/** A call that a screen makes on its way to a state, and how often. */
export interface CallOfScreen {
  readonly call: Call;
  readonly times: number;
}

/** The calls of the portal that a screen makes on its way to a state. Leaves the page prepared for it. */
export async function callsOf(
  page: Page,
  state: ScreenState,
  described: readonly Call[],
): Promise<readonly CallOfScreen[]> {
  await prepareState(page, state);
  await page.route('**/a-round-trip-of-a-test', (route) => route.fulfill({ status: 200, body: '' }));
  const made = new Map<Call, number>();
  const note = (request: Request): void => {
    const call = described.find(({ fits }) => fits(request));
    if (call !== undefined) made.set(call, (made.get(call) ?? 0) + 1);
  };
  page.on('request', note);
  await page.goto(state.path);
  await state.reach(page);
  await atRest(page);
  page.off('request', note);
  return [...made].map(([call, times]) => ({ call, times }));
}

const calmRounds = 2;
const maxRounds = 60;

/**
 * Waits until the page loads nothing any more. It counts in round trips of the page, which take as long as a refused
 * call does: a page that asks again and again is given up after some of them.
 */
async function atRest(page: Page): Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  const isCounted = (request: Request): boolean =>
    !request.url().endsWith('a-round-trip-of-a-test') && request.resourceType() !== 'eventsource';
  const begin = (request: Request): void => {
    if (!isCounted(request)) return;
    begun += 1;
    open.add(request);
  };
  const end = (request: Request): void => void open.delete(request);
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  for (let [rounds, calm, before] = [0, 0, -1]; rounds < maxRounds && calm < calmRounds; rounds += 1) {
    await page
      .evaluate(async () => {
        await fetch('/a-round-trip-of-a-test');
        await new Promise((resolve) => requestAnimationFrame(resolve));
      })
      .catch(() => page.waitForLoadState());
    calm = begun === before && open.size === 0 ? calm + 1 : 0;
    before = begun;
  }
  page.off('request', begin);
  page.off('requestfinished', end);
  page.off('requestfailed', end);
}

/** What a page shows after a call was answered wrongly. */
interface Shown {
  /** Of the call, since the page was opened or the button was pressed. */
  readonly calls: number;
  /** Outlines of what is to come. */
  readonly loading: number;
  /** Whether it says that something failed. */
  readonly saysSo: boolean;
  /** Whether it has a button to try again. */
  readonly hasButton: boolean;
  readonly text: string;
  readonly faults: readonly string[];
}

/** What no page should show. */
export type Judge = (shown: Shown, call: Call, reply: FaultyReply | undefined) => readonly string[];

interface Faulty {
  readonly state: ScreenState;
  readonly call: Call;
  readonly replies: readonly FaultyReply[];
  readonly judge: Judge;
}

/**
 * Opens a state that is prepared while one of its calls is answered wrongly, and lets time pass. Then the button to try again is
 * pressed for each other wrong reply; a page without one is opened anew. At last the call is answered rightly, and the
 * same button must lead to a page that says of no failure.
 * @returns the mistakes, with the reply in question
 */
export async function mistakesIn(page: Page, { state, call, replies, judge }: Faulty): Promise<string[]> {
  const faults: string[] = [];
  watchFaults(page, (fault) => faults.push(fault));
  let calls = 0;
  let reply: FaultyReply | undefined;
  let ask = (): void => undefined;
  const answer = async (route: Route): Promise<void> => {
    if (!call.fits(route.request())) return route.fallback();
    calls += 1;
    ask();
    if (reply === undefined) return route.fallback();
    const { name: _, headers = {}, contentType, ...rest } = reply;
    await route.fulfill({
      ...rest,
      headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
    });
  };
  await page.route('**/*', answer);
  const isCalled = (): Promise<void> =>
    new Promise((resolve) => {
      ask = resolve;
    });
  const open = async (): Promise<void> => {
    const answered = isCalled();
    await page.goto(state.path);
    await Promise.race([answered, state.reach(page).catch(() => undefined)]);
    await page.getByRole('main').waitFor();
  };
  const mistakes: string[] = [];
  let hasButton = false;
  for (reply of replies) {
    calls = 0;
    faults.length = 0;
    if (!hasButton) await open();
    else if (!(await tryAgain(page, () => calls))) {
      mistakes.push(`${reply.name}: no button asks again`);
      calls = 0;
      await open();
    }
    await letPass(page, 10_000);
    // What asks again and again with pauses shows by now.
    if (reply === replies.at(-1)) for (let minute = 0; minute < 4; minute += 1) await forward(page, 60_000);
    const shown = await lookUntilRight(page, async () => {
      const now = { calls, faults: [...faults], ...(await page.evaluate(look)) };
      return { now, mistakes: judge(now, call, reply) };
    });
    for (const mistake of shown.mistakes) mistakes.push(`${reply.name}: ${mistake}`);
    hasButton = shown.now.saysSo && shown.now.hasButton;
  }
  if (hasButton) {
    reply = undefined;
    let now = await page.evaluate(look);
    // Each part that failed has a button of its own.
    for (let presses = 0; presses < maxParts && now.saysSo && now.hasButton; presses += 1) {
      await tryAgain(page, () => calls);
      await letPass(page, 10_000);
      now = await page.evaluate(look);
    }
    if (now.saysSo && now.hasButton) mistakes.push('a right reply: goes on saying that it failed');
  }
  await page.unroute('**/*', answer);
  return mistakes;
}

/**
 * Has pages tell the time of a clock that a test moves. They never load themselves anew after 401: that is tested
 * elsewhere, and the test would have to wait for it.
 */
export async function holdTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      return key === 'atrium-last-reload' ? String(Date.now()) : getItem.call(this, key);
    };
  });
  await context.clock.install();
}

const maxLooks = 20;
const maxParts = 4;

interface Looked {
  readonly now: Shown;
  readonly mistakes: readonly string[];
}

/** What the page shows once nothing is wrong with it, or after some time: a busy machine draws late. */
async function lookUntilRight(page: Page, lookAgain: () => Promise<Looked>): Promise<Looked> {
  let looked = await lookAgain();
  for (let looks = 1; looks < maxLooks && looked.mistakes.length > 0; looks += 1) {
    await atRest(page);
    looked = await lookAgain();
  }
  return looked;
}

/** Lets the page come to rest before and after this time. */
async function letPass(page: Page, milliseconds: number): Promise<void> {
  await atRest(page);
  await forward(page, milliseconds);
}

async function forward(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(milliseconds);
  await atRest(page);
}

/** Presses the buttons to try again, one after the other, until the call is made; false if none makes it. */
async function tryAgain(page: Page, calls: () => number): Promise<boolean> {
  const before = calls();
  const buttons = page.locator('button:visible').filter({ hasText: again });
  for (let index = (await buttons.count()) - 1; index >= 0; index -= 1) {
    await buttons
      .nth(index)
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await atRest(page);
    if (calls() > before) return true;
  }
  return false;
}

const again = /try again|try now|reload|look again|load again/i;

/** Runs in the page. */
function look(): Pick<Shown, 'loading' | 'saysSo' | 'hasButton' | 'text'> {
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const seen = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isSeen);
  const buttons = seen('button').filter(({ textContent, ariaLabel }) =>
    /try again|try now|reload|look again|load again/i.test(`${textContent} ${ariaLabel}`),
  );
  // An example program is for machines.
  const code = [...document.querySelectorAll<HTMLElement>('pre, code')].map(({ innerText }) => innerText);
  const says = seen('[role=alert], [role=status]').some((part) => (part.textContent ?? '').length > 20);
  return {
    loading: seen('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root').length,
    saysSo: says,
    hasButton: buttons.length > 0,
    text: code.reduce((text, example) => text.replace(example, ''), document.body.innerText),
  };
}
