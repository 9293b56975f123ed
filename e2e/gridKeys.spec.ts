import { startWith } from './definitions.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

test('the table of results is one tab stop, and arrow keys lead from its cells to its headings', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await startWith(page);
  await page.goto('/default/results');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('rowheader').first()).toBeVisible();
  const focused = grid.locator(':focus');
  await page.getByRole('region', { name: 'Results table' }).focus();
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAttribute('data-cell', '0:0');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAccessibleName(/^Sort by Family role/);
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAccessibleName(/^Options of Family role/);
  await page.keyboard.press('End');
  await expect(focused).toHaveAccessibleName('Remove column Age at enrolment');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('data-cell', '0:4');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveCount(0);
});
