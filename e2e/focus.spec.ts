import type { Locator, Page } from '@playwright/test';
import { column, female, glenn, lightAtBirth, row, startWith, surgerySet } from './definitions.ts';
import { cohortCount, concept, filters, startsWith } from './locators.ts';
import { signIn, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

/**
 * The focused element, as a screen reader would begin to read it; empty where nothing or the whole page has the focus.
 */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || ['BODY', 'HTML', 'MAIN'].includes(element.tagName)) return '';
    if (!element.checkVisibility()) return '';
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
    const named = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const parts = [
      element.getAttribute('aria-label'),
      ...[...labels, ...named.map((id) => document.getElementById(id))].map((part) => part?.textContent),
      element.textContent,
    ];
    return parts.map((part) => part?.trim() ?? '').find((part) => part !== '') ?? '';
  });

/** Presses a key on a part, waits for what the person would see, and expects that something named has the focus. */
async function act(part: Locator, shows: Locator, key = 'Enter'): Promise<void> {
  const page = part.page();
  await expect(part).toBeEnabled();
  await part.focus();
  await page.keyboard.press(key);
  await expect(shows).toBeVisible();
  await expect.poll(() => focused(page), `focus after ${key} on ${part}`).not.toBe('');
}

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).first();

/** Waits until a button is off or gone, and expects that the focus has gone on. */
async function spent(page: Page, part: Locator): Promise<void> {
  await expect(part).toHaveCount(0);
  await expect.poll(() => focused(page)).not.toBe('');
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('query: no action leaves the focus on the page', { tag: '@long' }, async ({ page }) => {
  await startWith(page, { cohort: [female, lightAtBirth, surgerySet, glenn] });
  await page.goto('/default/query?concept=sex');
  const panel = filters(page);
  const undo = button(page, /^Undo/);
  const redo = button(page, /^Redo/);

  await test.step('the editor', async () => {
    await expect(concept(page).getByRole('checkbox', { name: /^Male/ })).toBeVisible();
    await act(
      concept(page).getByRole('checkbox', { name: /^Male/ }),
      button(page, 'Apply new filter'),
      'Space',
    );
    await act(button(page, 'Apply new filter'), button(page, 'Update filter'));
    await act(
      concept(page).getByRole('switch', { name: 'Exclude Filter' }),
      button(page, 'Update filter'),
      'Space',
    );
    await act(button(page, 'Update filter'), panel.getByText(/not/).first());
    await act(button(page, 'Stop editing'), button(page, 'Apply new filter'));
    await act(button(page, /^Edit filter: not Sex/), button(page, 'Update filter'));
    await act(button(page, 'Update filter'), button(page, 'Apply new filter'), 'Escape');
    await act(button(page, 'Show as table'), concept(page).getByRole('table'));
    await act(button(page, 'Show as chart'), concept(page).getByRole('img').first());
    await act(button(page, 'Save picture'), page.getByRole('menuitem').first());
    await page.keyboard.press('Escape');
    await spent(page, page.getByRole('menuitem'));
    await act(
      concept(page).getByRole('switch', { name: /cohort only/i }),
      concept(page).getByRole('checkbox').first(),
      'Space',
    );
    await act(button(page, /^Add Sex to favourites/), button(page, /^Remove Sex from favourites/));
    await act(button(page, /^Remove Sex from favourites/), button(page, /^Add Sex to favourites/));
  });

  await test.step('undo and redo to their ends', async () => {
    for (const way of [undo, redo]) {
      for (let step = 0; step < 12 && (await way.isEnabled()); step += 1) {
        const name = (await way.getAttribute('aria-label')) ?? '';
        await way.focus();
        await page.keyboard.press('Enter');
        await expect
          .poll(async () => (await way.isDisabled()) || (await way.getAttribute('aria-label')) !== name)
          .toBe(true);
        await expect.poll(() => focused(page), `focus after ${name}`).not.toBe('');
      }
    }
  });

  await test.step('filters and sets', async () => {
    await act(button(panel, /^and\. Change/), button(panel, /^or\. Change/));
    await act(button(panel, /^Move filter: Birth weight/), page.getByRole('menuitem').first());
    await page.keyboard.press('Enter');
    await spent(page, page.getByRole('menuitem'));
    await act(button(page, /^Delete filter: Birth weight/), panel.getByText(/Sex/).first());
    await spent(page, page.getByRole('button', { name: /^Delete filter: Birth weight/ }));
    await act(button(page, 'Describe filters'), button(page, 'Hide description'));
    await act(button(page, 'Hide description'), button(page, 'Describe filters'));
    await act(button(page, 'What each filter costs'), button(page, 'Hide what each filter costs'));
    await act(button(page, 'Add criteria set'), button(page, 'Surgery'));
    await act(button(page, 'Surgery'), button(page, /^Edit criteria set: Surgery 2/));
    await act(button(page, /^Edit criteria set: Surgery 2/), page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await spent(page, page.getByRole('dialog'));
    await act(button(page, 'Add date rule: Surgery 1'), page.getByRole('dialog'));
    await page.getByRole('radio', { name: 'Any date' }).check();
    await page.keyboard.press('Enter');
    await spent(page, page.getByRole('dialog'));
    await act(button(page, 'Edit date rule: Surgery 1'), page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await spent(page, page.getByRole('dialog'));
    await act(button(page, /^Remove date rule: Surgery 1/), button(page, 'Add date rule: Surgery 1'));
    await act(button(page, /^Delete criteria set: Surgery 2/), button(page, 'Add date rule: Surgery 1'));
    await spent(page, page.getByRole('button', { name: /^Delete criteria set: Surgery 2/ }));
  });

  await test.step('the screen', async () => {
    await act(button(page, 'Hide cohort'), button(page, 'Show cohort'));
    await act(button(page, 'Show cohort'), button(page, 'Hide cohort'));
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await spent(page, page.getByRole('dialog'));
    await act(button(page, /^Use the (dark|light) theme/), button(page, /^Use the (dark|light)/));
    await act(button(page, 'Robin Researcher'), page.getByRole('menuitem', { name: 'Logout' }));
    await page.keyboard.press('Escape');
    await spent(page, page.getByRole('menuitem'));
    await act(
      button(page, 'Clear all filters'),
      page.getByRole('alert').getByRole('button', { name: 'Undo' }),
    );
    await expect(cohortCount(page)).toHaveText(startsWith(12_000));
    await act(page.getByRole('alert').getByRole('button', { name: 'Undo' }), button(page, /^Delete filter/));
  });
});

test('query: no step in a list of values leaves the focus on the page', { tag: '@long' }, async ({
  page,
}) => {
  await startWith(page);
  await page.goto('/default/query?concept=variant_gene');
  const chosen = page.getByText(/^\d+ selected$/);
  await act(page.getByRole('checkbox', { name: 'ACTA2' }), page.getByText('1 selected'), 'Space');
  await page.getByLabel('Paste a list').fill('CHD7\nANKRD11\nNOTAGENE');
  await act(button(page, 'Add pasted values'), page.getByText('3 selected'));
  await act(button(page, 'Remove ACTA2'), page.getByText('2 selected'));
  await expect(
    page.getByRole('button', { name: /^Remove (CHD7|ANKRD11)$/ }).and(page.locator(':focus')),
  ).toBeVisible();
  await act(button(page, 'Clear selection'), page.getByText('0 selected'));
  await expect(chosen).toBeVisible();
  await page.getByRole('checkbox', { name: 'ACTA2' }).check();
  await page.goto('/default/query?concept=variant_gene');
  await act(button(page, 'Discard draft'), page.getByText('0 selected'));

  await page.goto('/default/query?concept=primary_lesion');
  await act(button(page, /^Narrower terms of/), page.getByText(/narrower terms?$/));
  await act(button(page, /^Add (?!Primary|pasted)/), page.getByText('1 selected'));
  await act(button(page, 'Top terms'), button(page, 'Narrower terms of congenital heart disease'));
  await act(
    page
      .getByRole('list')
      .getByRole('button', { name: /^Remove / })
      .first(),
    page.getByText('0 selected'),
  );

  await page.goto('/default/query?concept=echo_value');
  const measure = page.getByRole('combobox', { name: 'Echo measure' });
  await act(measure, page.getByRole('option').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Max', { exact: true })).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('');
  await act(button(page, 'Clear Echo measure'), page.getByText('Choose one above to go on.'));
});

test('results: no action leaves the focus on the page', { tag: '@long' }, async ({ page }) => {
  await startWith(page, { cohort: [female] });
  await page.goto('/default/results');
  const range = (from: string) => page.getByText(`${from} of 6,061`);
  await expect(range('1–25')).toBeVisible();

  await test.step('paging and sorting', async () => {
    await act(button(page, 'Next page'), range('26–50'));
    await act(button(page, 'Page 243'), range('6,051–6,061'));
    await act(button(page, 'Page 1'), range('1–25'));
    await page.getByLabel('Rows per page').focus();
    await page.getByLabel('Rows per page').selectOption('50');
    await expect(range('1–50')).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe('');
    await act(button(page, /^Sort by Family role/), button(page, /^Sort by Family role, ascending/));
    await act(button(page, /^Sort by Family role/), button(page, /^Sort by Family role, descending/));
    await act(
      button(page, 'More for column Family role'),
      page.getByRole('menuitem', { name: 'Clear the order' }).or(page.getByRole('menuitem').nth(1)),
    );
    await page.keyboard.press('Escape');
    await spent(page, page.getByRole('menuitem'));
  });

  await test.step('columns', async () => {
    await act(button(page, 'More for column Sex'), page.getByRole('menuitem').first());
    await page.getByRole('menuitem', { name: 'Keep in view on the left' }).press('Enter');
    await spent(page, page.getByRole('menuitem'));
    await act(button(page, /^Options of Family role/), page.getByRole('dialog'));
    await page.getByRole('dialog').getByLabel('Name of the column').fill('Role');
    await act(button(page.getByRole('dialog'), 'Save'), button(page, /^Sort by Role/));
    await spent(page, page.getByRole('dialog'));
    await act(button(page, 'Remove column Sex'), button(page, /^Undo: remove column Sex/));
    await spent(page, page.getByRole('button', { name: /^Remove column Sex/ }));
    await act(button(page, /^Undo: remove column Sex/), button(page, 'Remove column Sex'));
    await act(button(page, /^Redo: remove column Sex/), button(page, /^Undo: remove column Sex/));
    await act(button(page, 'Reset columns'), button(page, 'Remove column Sex'));
    await act(button(page, 'Overview'), page.getByRole('region', { name: /against everyone/ }));
    await act(button(page, 'Hide filters'), button(page, 'Show filters'));
  });

  await test.step('choosing columns', async () => {
    const picker = page.getByRole('dialog', { name: 'Edit columns' });
    await act(button(page, 'Edit columns'), picker.getByRole('treeitem').first());
    await act(button(picker, 'Move Sex up'), button(picker, 'Move Sex up'));
    await act(button(picker, 'Remove Sex'), button(picker, 'Keep Sex'));
    await picker.getByRole('combobox', { name: /search/i }).fill('lesion group');
    await expect(picker.getByRole('option', { name: /^Lesion group/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(button(picker, 'Remove Lesion group')).toBeVisible();
    await act(button(picker, 'Remove Lesion group'), picker.getByText(/1 column removed/));
    await spent(page, picker.getByRole('button', { name: 'Remove Lesion group' }));
    await act(button(picker, 'Apply changes'), button(page, /^Undo/));
    await spent(page, page.getByRole('dialog'));
    await act(button(page, 'Edit columns'), picker.getByRole('treeitem').first());
    await act(button(picker, 'Remove Family role'), button(picker, 'Keep Family role'));
    await page.goBack();
    await spent(page, page.getByRole('dialog'));
    await act(button(page, 'Discard'), button(page, 'Edit columns'));
    await spent(page, page.getByRole('button', { name: 'Go on editing' }));
    await act(button(page, 'Download'), page.getByRole('menuitem', { name: /^CSV/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/is saved/)).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe('');
  });
});

test('aggregate: no action leaves the focus on the page', { tag: '@long' }, async ({ page }) => {
  await startWith(page, { axes: [row('sex'), column('vital_status')] });
  await page.goto('/default/aggregate?totals=off');
  const header = page.getByRole('rowheader', { name: 'Female' });
  await expect(header).toBeVisible();
  await act(button(page, 'Swap rows and columns'), page.getByRole('columnheader', { name: 'Female' }));
  await act(button(page, /^Undo: swap/), header);
  await act(button(page, /^Redo: swap/), page.getByRole('columnheader', { name: 'Female' }));
  await act(
    page.getByRole('switch', { name: 'Totals' }),
    page.getByRole('columnheader', { name: 'Total' }),
    'Space',
  );
  await act(page.getByRole('radio', { name: 'Table' }), page.getByRole('figure'), 'ArrowRight');
  await act(page.getByRole('radio', { name: 'Chart' }), page.getByRole('table'), 'ArrowLeft');
  await act(button(page, /^Remove Sex/), button(page, /^Undo: remove Sex/));
  await spent(page, page.getByRole('button', { name: /^Remove Sex/ }));
  const dialog = page.getByRole('dialog', { name: 'Rows and columns' });
  await act(button(page, 'Edit rows'), dialog.getByRole('treeitem').first());
  await act(button(dialog, /^Move Vital status to the/), button(dialog, 'Apply changes'));
  await act(button(dialog, 'Apply changes'), button(page, /^Undo: swap/));
  await spent(page, page.getByRole('dialog'));
  // There is a button for rows already, which goes with the columns.
  await act(button(page, 'Clear all'), page.getByText('Count participants by one concept or by several'));
  await act(button(page, 'Add rows'), dialog.getByRole('treeitem').first());
  await page.keyboard.press('Escape');
  await spent(page, page.getByRole('dialog'));
});

test('account: no action leaves the focus on the page', { tag: '@long' }, async ({ page, browser }) => {
  const other = await (await browser.newContext({ userAgent: 'Mozilla/5.0 Firefox/140.0' })).newPage();
  await signInByForm(other);
  await other.context().close();
  await page.goto('/account?tab=sessions');
  const session = button(page, /^Sign out Firefox/);
  await expect(session).toBeVisible();
  await act(session, page.getByText('The session has ended'));
  await expect.poll(() => focused(page)).not.toBe('');
  await act(button(page, 'Sign out everywhere'), page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await spent(page, page.getByRole('dialog'));
  await page.getByRole('tab', { name: 'Sessions' }).focus();
  for (const _ of await page.getByRole('tab').all()) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).not.toBe('');
  }
  await page.goto('/account?tab=activity&action=sign_in');
  const clear = button(page, 'Clear filters');
  await act(
    clear,
    page
      .getByRole('listitem')
      .getByText(/^Signed in/)
      .first(),
  );
  await spent(page, clear);
});
