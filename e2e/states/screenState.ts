import type { Page } from '@playwright/test';

/** What the definitions of the account hold when a screen is opened; what is not named is left alone. */
export interface Start {
  readonly dataset?: string;
  readonly cohort?: readonly object[];
  readonly axes?: readonly object[];
}

/** One screen in one state: how it is reached, for tests of all screens and for pictures of them. */
export interface ScreenState {
  /** Also the name of its picture. */
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** Who looks at it; nobody where it is null. */
  readonly account?: 'researcher' | 'analyst' | 'curator' | null;
  readonly start?: Start;
  /** Answers that the real server does not give on demand. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** From the opened address to the state. */
  readonly reach: (page: Page) => Promise<void>;
}
