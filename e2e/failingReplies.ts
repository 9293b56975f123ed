import type { Page, Request, Route } from '@playwright/test';
import { prepareState, type ScreenState } from './states/screenState.ts';

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

/** One call of the portal's description of itself: `GET /api/v2/{dataset}/cohort_def`. */
export interface Call {
  readonly name: string;
  readonly fits: (request: Request) => boolean;
}

/** Every call of the portal, those with more fixed parts first. */
export async function describedCalls(page: Page): Promise<readonly Call[]> {
  const description = await (await page.request.get('/api/v2/openapi.json')).json();
  const paths: readonly [string, object][] = Object.entries(description.paths);
  const variables = (path: string) => path.split('{').length;
  return paths
    .toSorted(([one], [other]) => variables(one) - variables(other))
    .flatMap(([path, methods]) => {
      const fixed = path.replace(/\/$/, '').replaceAll('.', '\\.');
      const pattern = new RegExp(`^${fixed.replace(/\{\w+\}/g, '[^/]+')}/?$`);
      return Object.keys(methods).map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        fits: (request: Request) =>
          request.method() === method.toUpperCase() && pattern.test(new URL(request.url()).pathname),
      }));
    });
}

const isCall = (request: Request): boolean => ['fetch', 'xhr'].includes(request.resourceType());

/** The calls of the portal that a screen makes on its way to a state. */
export async function callsOf(page: Page, state: ScreenState, described: readonly Call[]): Promise<Call[]> {
  const made = new Set<Call>();
  page.on('request', (request) => {
    const call = isCall(request) ? described.find(({ fits }) => fits(request)) : undefined;
    if (call !== undefined) made.add(call);
  });
  await prepareState(page, state);
  await page.goto(state.path);
  await state.reach(page);
  await atRest(page);
  return [...made];
}

/** A promise, and what resolves it. */
function signal(): readonly [Promise<void>, () => void] {
  let resolve = (): void => undefined;
  const given = new Promise<void>((done) => {
    resolve = done;
  });
  return [given, resolve];
}

const round = '**/a-round-trip-of-a-test';
const calmRounds = 4;
const mostRounds = 80;

/**
 * Waits until the page makes no calls any more. It counts in round trips of the page, which take as long as a refused
 * call does: a page that asks again and again is given up after some of them.
 */
async function atRest(page: Page): Promise<void> {
  let calls = 0;
  const count = (request: Request): void => {
    if (isCall(request) && !request.url().endsWith('a-round-trip-of-a-test')) calls += 1;
  };
  await page.route(round, (route) => route.fulfill({ status: 200, body: '' }));
  page.on('request', count);
  for (let [rounds, calm, before] = [0, 0, -1]; rounds < mostRounds && calm < calmRounds; rounds += 1) {
    await page
      .evaluate(async () => {
        await fetch('/a-round-trip-of-a-test');
        await new Promise((resolve) => requestIdleCallback(resolve));
      })
      .catch(() => page.waitForLoadState());
    calm = calls === before ? calm + 1 : 0;
    before = calls;
  }
  page.off('request', count);
}

/** What a page shows after a call was answered wrongly. */
export interface Shown {
  readonly asked: number;
  /** Outlines of what is to come. */
  readonly loading: number;
  /** Whether it says that something failed, with a button to try again. */
  readonly saysSo: boolean;
  readonly text: string;
  readonly faults: readonly string[];
}

/** Opens a state on a page of its own while one of its calls is answered wrongly, and lets a minute pass. */
export async function showFailing(page: Page, state: ScreenState, { call, reply }: Faulty): Promise<Shown> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // The page does not load itself anew after 401: that is tested elsewhere, and the test would have to wait for it.
  await page.addInitScript(() => localStorage.setItem('atrium-last-reload', String(Date.now())));
  await prepareState(page, state);
  let asked = 0;
  const [isAsked, ask] = signal();
  const answer = async (route: Route): Promise<void> => {
    if (!call.fits(route.request())) return route.fallback();
    asked += 1;
    ask();
    const { name: _, headers = {}, contentType, ...rest } = reply;
    await route.fulfill({
      ...rest,
      headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
    });
  };
  await page.route('**/*', answer);
  await page.clock.install();
  await page.goto(state.path);
  await Promise.race([isAsked, state.reach(page).catch(() => undefined)]);
  for (const pass of [5000, 60_000, 0]) {
    await atRest(page);
    if (pass > 0) await page.clock.fastForward(pass);
  }
  return { asked, faults, ...(await page.evaluate(look)) };
}

interface Faulty {
  readonly call: Call;
  readonly reply: FaultyReply;
}

/** Runs in the page. */
function look(): Pick<Shown, 'loading' | 'saysSo' | 'text'> {
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const seen = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isSeen);
  const again = /try again|try now|reload|look again|load again/i;
  const buttons = seen('button').filter(({ textContent, ariaLabel }) =>
    again.test(`${textContent} ${ariaLabel}`),
  );
  const says = seen('[role=alert], [role=status]').some((part) => (part.textContent ?? '').length > 20);
  return {
    loading: seen('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root').length,
    saysSo: says && buttons.length > 0,
    text: document.body.innerText,
  };
}
