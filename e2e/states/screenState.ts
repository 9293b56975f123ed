import type { Page } from '@playwright/test';
import { type Start, startWith } from '../definitions.ts';
import { signIn } from '../session.ts';

/** One screen in one state, and the steps that lead to it: for the tests of all screens and for their pictures. */
export interface ScreenState {
  /** Also the name of its picture. */
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** Who is signed in: the researcher if not given, nobody where it is null. */
  readonly account?: 'researcher' | 'analyst' | 'curator' | null;
  /** The definitions; unchanged where not given. */
  readonly start?: Start;
  /** Prepares replies that the real server does not give on demand. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The steps from the opened address to the state. */
  readonly reach: (page: Page) => Promise<void>;
}

/** Signs in and lays down what a state needs, up to the opening of its address. */
export async function prepareState(page: Page, state: ScreenState): Promise<void> {
  // A page that is open would load itself anew without its cookie, in the middle of the next navigation.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
  if (state.account !== null) await signIn(page, { username: state.account ?? 'researcher' });
  if (state.start !== undefined) await startWith(page, state.start);
  await state.prepare?.(page);
}

/** Brings a page to a state. */
export async function openState(page: Page, state: ScreenState): Promise<void> {
  await prepareState(page, state);
  await page.goto(state.path);
  await state.reach(page);
}
