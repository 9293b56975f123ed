import { describe, expect, it } from 'vitest';
import { createReloads, type Page } from './reloads.ts';

/** A browser page whose clock is turned by hand; `opened` is what a reload makes of it. */
function aBrowser() {
  const stored = new Map<string, string>();
  const browser = { reloads: 0, now: 1_000_000, state: { key: 'abc' } };
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
  };
  return { browser, opened: () => createReloads(page) };
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

  it('counts calls that fail together as one, and holds all of them back', () => {
    const { browser, opened } = aBrowser();
    const reloads = opened();
    expect([reloads.afterSignedOut(), reloads.afterSignedOut()]).toEqual([true, true]);
    expect(browser.reloads).toBe(1);
  });
});

describe('after a network failure', () => {
  it('reloads three times in one history entry, then gives up', () => {
    const { browser, opened } = aBrowser();
    const tries = [1, 2, 3, 4].map(() => opened().afterNetworkFailure());
    expect(tries).toEqual([true, true, true, false]);
    expect(browser.reloads).toBe(3);
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
