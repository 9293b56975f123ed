import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The live count, which is before the noun: "12,000 participants in your cohort". */
export const cohortCount = (page: Page): Locator => page.getByTestId('cohort-count');
/** How many subjects the filter in the editor would leave. */
export const previewCount = (page: Page): Locator => page.getByTestId('preview-count');
/** The text of a count that begins with this number. */
export const startsWith = (count: number): RegExp => new RegExp(`^${count.toLocaleString('en-US')}\\D`);
export const filters = (page: Page): Locator => page.getByRole('region', { name: 'Filters' });
export const concept = (page: Page): Locator => page.getByRole('region', { name: 'Concept' });
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
/** The button above each column of the results, whose text is the name of the column. */
export const columnNames = (page: Page): Locator =>
  page.getByRole('columnheader').getByRole('button', { name: /^Sort by / });

export const defaultColumns = ['Participant ID', 'Family role', 'Sex', 'Primary lesion', 'Age at enrolment'];

/** Applies the filter in the editor and waits until it is one of the cohort. */
export async function applyNewFilter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
}

/** Opens the branches of a concept tree by their names, and chooses the concept that is named last. */
export async function chooseInTree(tree: Locator | Page, ...path: readonly string[]): Promise<void> {
  for (const name of path)
    await tree
      .getByRole('treeitem', { name: new RegExp(`^${name}`) })
      .first()
      .click();
}

/** The text that matches the pattern, once it is there. */
export async function textOf(part: Locator, pattern: RegExp): Promise<string> {
  await expect(part).toHaveText(pattern);
  return part.innerText();
}

/** The number at the beginning of the cohort count, once there is one. */
export async function countOf(page: Page): Promise<number> {
  const text = await textOf(cohortCount(page), /^[\d,]+\D/);
  return Number(text.replace(/\D/g, ''));
}

/** Leads the client to an address, as the buttons of the browser do, without loading the page anew. */
export const leadTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
