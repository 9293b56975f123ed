import { describe, expect, it } from 'vitest';
import { createReloads, type Page, reloadedInVain } from './reloads.ts';

/** A browser page with a clock that the test sets; `opened` is the page after a reload. */
function aBrowser() {
  const stored = new Map<string, string>();
  const browser = { reloads: 0, now: 1_000_000, state: { key: 'abc' }, consoleLines: [] as string[] };
  const page: Page = {
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
    history: {
      get state() {
        return browser.state;
      },
      replaceState: (state) => {
        browser.state = state;
      },
    },
    reload: () => {
      browser.reloads += 1;
    },
    now: () => browser.now,
    tell: (line) => browser.consoleLines.push(line),
  };
  return { browser, page, opened: () => createReloads(page) };
}

describe('after a call answered 401', () => {
  it('reloads once, and not again within 60 seconds', () => {
    const { browser, opened } = aBrowser();
    expect(opened().afterSignedOut()).toBe(true);
    browser.now += 59_999;
    expect(opened().afterSignedOut()).toBe(false);
    expect(browser.reloads).toBe(1);
  });

  it('reloads again when a minute has passed', () => {
    const { browser, opened } = aBrowser();
    opened().afterSignedOut();
    browser.now += 60_000;
    expect(opened().afterSignedOut()).toBe(true);
    expect(browser.reloads).toBe(2);
  });

  it('reloads again when the clock was set back in the meantime', () => {
    const { browser, opened } = aBrowser();
    opened().afterSignedOut();
    browser.now -= 3_600_000;
    expect(opened().afterSignedOut()).toBe(true);
  });

  it('does not reload where the time of it cannot be kept', () => {
    const { browser, page } = aBrowser();
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const reloads = createReloads({ ...page, storage: { getItem: () => null, setItem: full } });
    expect(reloads.afterSignedOut()).toBe(false);
    expect(browser.reloads).toBe(0);
  });

  it('counts calls that fail together as one, and holds all of them back', () => {
    const { browser, opened } = aBrowser();
    const reloads = opened();
    expect([reloads.afterSignedOut(), reloads.afterSignedOut()]).toEqual([true, true]);
    expect(browser.reloads).toBe(1);
  });
});

it('a page that stays after all has its calls fail, and not wait for ever (rule 11.2)', () => {
  const { browser, opened } = aBrowser();
  const reloads = opened();
  expect(reloads.afterSignedOut()).toBe(true);
  browser.now += 9_999;
  expect(reloads.afterSignedOut()).toBe(true);
  browser.now += 1;
  expect(reloads.afterSignedOut()).toBe(false);
  expect(browser.reloads).toBe(1);
});

describe('after a network failure', () => {
  it('reloads three times in one history entry, then gives up', () => {
    const { browser, opened } = aBrowser();
    const tries = [1, 2, 3, 4].map(() => opened().afterNetworkFailure());
    expect(tries).toEqual([true, true, true, false]);
    expect(browser.reloads).toBe(3);
  });

  it('tells the console, once a page, that three reloads were in vain', () => {
    const { browser, opened } = aBrowser();
    for (const _ of [1, 2, 3]) opened().afterNetworkFailure();
    expect(browser.consoleLines).toEqual([]);
    const last = opened();
    last.afterNetworkFailure();
    last.afterNetworkFailure();
    expect(browser.consoleLines).toEqual([reloadedInVain]);
    expect(reloadedInVain).toMatch(/reloaded 3 times and failed.*possibly a connection issue/);
  });

  it('keeps what the router holds in the history state', () => {
    const { browser, opened } = aBrowser();
    opened().afterNetworkFailure();
    expect(browser.state).toEqual({ key: 'abc', reloads: 1 });
  });

  it('counts calls that fail together as one', () => {
    const { browser, opened } = aBrowser();
    const reloads = opened();
    reloads.afterNetworkFailure();
    reloads.afterNetworkFailure();
    expect(browser.state).toEqual({ key: 'abc', reloads: 1 });
    expect(browser.reloads).toBe(1);
  });
});
