import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Only violations are worked out in full, and no style sheet is fetched again. That takes half of the time and finds
 * the same.
 */
const quick: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'], preload: false };

/** Expects axe to find no problem in the page, by the named rules or by all. */
export async function expectNoAxeFault(page: Page, rules: readonly string[] = []): Promise<void> {
  // No page of the portal has frames; without them the legacy mode finds the same and opens no second page.
  // An open menu lies beside the landmarks of the page; its button says where it belongs.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(quick).disableRules(['region']);
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
}
