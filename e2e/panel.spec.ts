import type { Page } from '@playwright/test';
import { expect, signIn, test } from './visitor.ts';

/** The live count, which stands before the noun: "12,000 participants in your cohort". */
const cohortCount = (page: Page) => page.getByTestId('cohort-count');
const shown = (count: number) => new RegExp(`^${count.toLocaleString('en-US')}\\D`);
const panelOf = (page: Page) => page.getByRole('region', { name: 'Filters' });
const numberOf = async (page: Page): Promise<number> => {
  await expect(cohortCount(page)).toHaveText(/^[\d,]+\D/);
  return Number(((await cohortCount(page).textContent()) ?? '').replace(/\D/g, ''));
};

type Edit = (transformation: object) => Promise<string>;

/** Edits by the API what a journey starts from; the answer is the id of what was added. */
const editor =
  (page: Page, portal: string, dataset = 'default'): Edit =>
  async (transformation) => {
    const reply = await page.request.post(`${portal}/api/v2/${dataset}/cohort_def/`, {
      data: { transformation },
    });
    const said: unknown = await reply.json();
    const isNamed = typeof said === 'object' && said !== null && 'entry_id' in said;
    return isNamed ? String(said.entry_id) : '';
  };

const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
const male = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Male'] };
const small = { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 2500 };
const down = { type: 'add_entry', concept_id: 'down_syndrome', selected_categories: ['True'] };

test('the very first edit can be undone and made again', async ({ page, portal }) => {
  await signIn(page, portal, 'curator');
  await page.goto(`${portal}/default/query?concept=sex`);
  await expect(cohortCount(page)).toHaveText(shown(12_000));
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Female/ }).check();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(cohortCount(page)).toHaveText(shown(6_061));
  await page.getByRole('button', { name: 'Undo: add filter Sex' }).click();
  await expect(cohortCount(page)).toHaveText(shown(12_000));
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo: add filter Sex' }).click();
  await expect(cohortCount(page)).toHaveText(shown(6_061));
});

test.describe('the filter panel', () => {
  test.beforeEach(async ({ page, portal }) => {
    await signIn(page, portal);
    await editor(page, portal)({ type: 'clear_all' });
  });

  test('each filter says how many there would be without it, which is what its deletion brings', async ({
    page,
    portal,
  }) => {
    const edit = editor(page, portal);
    for (const filter of [female, small]) await edit(filter);
    await page.goto(`${portal}/default/query`);
    const both = await numberOf(page);
    await page.getByRole('button', { name: 'Show effects' }).click();
    await expect(panelOf(page).getByText('6,061 without it')).toBeVisible();
    await page.getByRole('button', { name: /^Delete filter: Birth weight/ }).click();
    await expect(cohortCount(page)).toHaveText(shown(6_061));
    expect(both).toBeLessThan(6_061);
    await expect(panelOf(page).getByText('12,000 without it')).toBeVisible();
  });

  test('a filter is dragged by keys onto another, becomes its alternative, and one undo takes it back', async ({
    page,
    portal,
  }) => {
    const edit = editor(page, portal);
    for (const filter of [female, small, down]) await edit(filter);
    await page.goto(`${portal}/default/query`);
    const all = await numberOf(page);
    await page.getByRole('button', { name: 'Drag filter: Sex' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Picked up Sex.')).toBeAttached();
    for (const where of ['or Birth weight', 'before Down syndrome', 'or Down syndrome']) {
      await page.keyboard.press('ArrowDown');
      await expect(page.locator('[id^="DndLiveRegion"]')).toContainText(where);
    }
    await page.keyboard.press('Space');
    const group = page.getByRole('group', { name: 'One of these' });
    await expect(group).toContainText(/Down syndrome = "True".*or.*Sex = "Female"/);
    await expect(page.getByRole('button', { name: 'Drag filter: Sex' })).toBeFocused();
    await expect.poll(() => numberOf(page)).toBeGreaterThan(all);
    await page.getByRole('button', { name: 'Undo: combine filters with “or”' }).click();
    await expect(group).toHaveCount(0);
    await expect(cohortCount(page)).toHaveText(shown(all));
    await expect(panelOf(page)).toContainText(/Sex = "Female".*Birth weight.*Down syndrome/);
  });

  test('a filter moves to another set of its collection by the menu, and the logic reads aloud', async ({
    page,
    portal,
  }) => {
    const edit = editor(page, portal);
    await edit({ type: 'add_criteria_set', collection_id: 'surgery' });
    const second = await edit({ type: 'add_criteria_set', collection_id: 'surgery' });
    await edit({ type: 'set_criteria_set_alias', entry_id: second, alias: 'Second surgery' });
    await edit({
      type: 'add_entry',
      concept_id: 'surgery_outcome',
      selected_categories: ['Alive'],
      exclude_selected: true,
    });
    await page.goto(`${portal}/default/query`);
    await page.getByRole('button', { name: /^Move filter: not Outcome of surgery/ }).click();
    await page.getByRole('menuitem', { name: 'Second surgery' }).click();
    await expect(panelOf(page)).toContainText(
      /Second surgery.*Participant has at least one surgery where.*not Outcome of surgery = "Alive"/,
    );
    await expect(
      page.getByRole('button', { name: 'Undo: move filter Outcome of surgery to Second surgery' }),
    ).toBeEnabled();
  });

  test('a count rule of none is the rest of at least one', async ({ page, portal }) => {
    await page.goto(`${portal}/default/query`);
    const everyone = await numberOf(page);
    await page.getByRole('button', { name: 'Add criteria set' }).click();
    await page.getByRole('button', { name: 'Surgery', exact: true }).click();
    await expect(panelOf(page)).toContainText('Participant has at least one surgery');
    await expect(page.getByRole('button', { name: /^Undo: add criteria set Surgery/ })).toBeEnabled();
    const operated = await numberOf(page);
    const pencil = page.getByRole('button', { name: 'Edit criteria set: Surgery 1' });
    await pencil.click();
    const dialog = page.getByRole('dialog', { name: 'Criteria set: Surgery 1' });
    await dialog.getByLabel('How many').selectOption('exactly');
    await dialog.getByLabel('Number', { exact: true }).fill('0');
    await dialog.getByRole('button', { name: 'Update cohort' }).click();
    await expect(panelOf(page)).toContainText('Participant has no surgery');
    await expect(pencil).toBeFocused();
    await expect(cohortCount(page)).toHaveText(shown(everyone - operated));
  });

  test('a date rule is made, refused at the field, mended, and named by the set that counts from it', async ({
    page,
    portal,
  }) => {
    const edit = editor(page, portal);
    await edit({ type: 'add_criteria_set', collection_id: 'surgery' });
    const stay = await edit({ type: 'add_criteria_set', collection_id: 'hospital_stay' });
    await edit({ type: 'create_event_rule', entry_id: stay });
    await page.goto(`${portal}/default/query`);
    const before = await numberOf(page);
    await page.getByRole('button', { name: 'Add date rule: Surgery 1' }).click();
    const pencil = page.getByRole('button', { name: 'Edit date rule: Surgery 1' });
    await expect(pencil).toBeFocused();

    await pencil.click();
    const dialog = page.getByRole('dialog', { name: 'When it happened: Surgery 1' });
    await dialog.getByRole('radio', { name: 'Between years' }).check();
    await dialog.getByLabel('Earliest').fill('2016');
    await dialog.getByLabel('Latest').fill('2014');
    await dialog.getByRole('button', { name: 'Update cohort' }).click();
    await expect(dialog.getByText('The minimum is above the maximum.')).toBeVisible();
    await expect(dialog.getByLabel('Earliest')).toBeFocused();
    await dialog.getByLabel('Latest').fill('2018');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(pencil).toBeFocused();
    await expect(panelOf(page)).toContainText(/2016 <= .* <= 2018/);
    await expect.poll(() => numberOf(page)).toBeLessThan(before);

    await pencil.click();
    await dialog.getByRole('radio', { name: 'Relative to another event' }).check();
    await expect(dialog.getByLabel('Other event', { exact: true })).toBeVisible();
    await dialog.getByLabel('Not before', { exact: true }).selectOption('30 days before');
    await dialog.getByRole('button', { name: 'Update cohort' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panelOf(page)).toContainText(
      /30 days before .*1 year after|30 days before .*365 days after/,
    );

    await page.getByRole('button', { name: /^Delete criteria set: Hospital stay/i }).click();
    const warning = page.getByRole('dialog', { name: 'Date rules depend on this' });
    await expect(warning).toContainText('Surgery 1');
    await page.keyboard.press('Escape');
    await expect(warning).toHaveCount(0);
    await page.getByRole('button', { name: /^Delete criteria set: Hospital stay/i }).click();
    await warning.getByRole('button', { name: 'Delete both' }).click();
    await expect(page.getByRole('button', { name: 'Add date rule: Surgery 1' })).toBeVisible();
    await expect(panelOf(page)).not.toContainText(/hospital stay/i);
  });

  test('clearing everything is taken back from its notice', async ({ page, portal }) => {
    await editor(page, portal)(female);
    await page.goto(`${portal}/default/query`);
    await expect(cohortCount(page)).toHaveText(shown(6_061));
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(cohortCount(page)).toHaveText(shown(12_000));
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect(cohortCount(page)).toHaveText(shown(6_061));
  });

  test('a cohort of nobody counts 0 and says what to do', async ({ page, portal }) => {
    const edit = editor(page, portal);
    await edit(female);
    await edit(male);
    await page.goto(`${portal}/default/query`);
    await expect(cohortCount(page)).toHaveText(/^0participants in your cohort/);
    await expect(cohortCount(page)).toContainText('Nobody meets all of this.');
    await page.getByRole('button', { name: /^and\. Change to/ }).click();
    await expect.poll(() => numberOf(page)).toBeGreaterThan(11_000);
    await expect(page.getByRole('button', { name: /^or\. Change to/ })).toBeFocused();
  });

  test('two tabs on one cohort notice each other', async ({ page, portal, context }) => {
    await editor(page, portal)(female);
    const other = await context.newPage();
    await page.goto(`${portal}/default/query`);
    await other.goto(`${portal}/default/query`);
    await expect(cohortCount(other)).toHaveText(shown(6_061));
    await page.getByRole('button', { name: /^Delete filter: Sex/ }).click();
    await expect(cohortCount(other)).toHaveText(shown(12_000));
    await expect(other.getByText(/Changed in another tab/)).toBeVisible();
    await expect(page.getByText(/Changed in another tab/)).toHaveCount(0);
    await other.close();
  });
});
