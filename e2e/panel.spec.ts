import { edit, female, glenn, lightAtBirth, male, startWith, surgerySet } from './definitions.ts';
import { expectAnnounced, liftByKey } from './drag.ts';
import { cohortCount, countOf, filters, startsWith } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const downSyndrome = { type: 'add_entry', concept_id: 'down_syndrome', selected_categories: ['True'] };
const noWeight = { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: '1' };
const staySet = { type: 'add_criteria_set', collection_id: 'hospital_stay' };

test(
  'the very first edit can be undone and made again',
  { tag: '@long' },
  async ({ page, portal }, { testId }) => {
    const [username, password] = [`newcomer-${testId}`, 'a first look around'];
    portal.command(['user', 'add', username, '--full-name', 'Nora Newcomer', '--password-stdin'], password);
    portal.command(['grant', username, 'default', '--level', 'deid']);
    await signIn(page, { username, password });
    await page.goto('/default/query?concept=sex');
    await expect(cohortCount(page)).toHaveText(startsWith(12_000));
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    await page.getByRole('checkbox', { name: /^Female/ }).check();
    await page.getByRole('button', { name: 'Apply new filter' }).click();
    await expect(cohortCount(page)).toHaveText(startsWith(6_061));
    await page.getByRole('button', { name: 'Undo: add filter Sex' }).click();
    await expect(cohortCount(page)).toHaveText(startsWith(12_000));
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'Redo: add filter Sex' }).click();
    await expect(cohortCount(page)).toHaveText(startsWith(6_061));
  },
);

test.describe('the filter panel', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
  });

  test('a cohort of nobody says what each filter costs, and one click loosens it to somebody; what is special about them leads to a bound by the curve', {
    tag: '@long',
  }, async ({ page }) => {
    await startWith(page, { cohort: [female, noWeight] });
    await page.goto('/default/query');
    await expect(cohortCount(page)).toHaveText(startsWith(0));
    const costs = page.getByRole('region', { name: 'What each filter costs' });
    await expect(costs.getByRole('button', { name: /^Drop 6,061 .*: Drop Birth weight/ })).toBeVisible();
    const loosen = costs.getByRole('button', { name: /: Loosen Birth weight to at most / });
    const leadsTo = Number(
      ((await loosen.getAttribute('aria-label')) ?? '').match(/ ([\d,]+) [a-z]+: /)?.[1],
    );
    expect(leadsTo).toBeGreaterThan(0);
    await loosen.click();
    await expect(cohortCount(page)).toHaveText(startsWith(leadsTo));
    await expect(page.getByRole('button', { name: 'Undo: change filter Birth weight' })).toBeVisible();

    await page.getByRole('button', { name: 'What is special', exact: true }).click();
    const special = page.getByRole('region', { name: 'What is special about your cohort' });
    await expect(special.getByRole('listitem').first()).toBeVisible();
    await special.getByRole('button', { name: /^Birth weight/ }).click();
    const handle = page.getByRole('slider', { name: 'Maximum on the curve' });
    await handle.press('Home');
    await expect(handle).toHaveAttribute('aria-valuetext', /^[\d.]+: [\d,]+ /);
    await expect(page.getByLabel('Max', { exact: true })).not.toHaveValue('');
  });

  test('a filter is dragged by keys onto another, becomes its alternative, and a single undo reverts it', {
    tag: '@long',
  }, async ({ page }) => {
    await startWith(page, { cohort: [female, lightAtBirth, downSyndrome] });
    await page.goto('/default/query');
    const all = await countOf(page);
    await liftByKey(page, page.getByRole('button', { name: 'Drag filter: Sex' }), 'Picked up Sex.');
    for (const where of ['or Birth weight', 'before Down syndrome', 'or Down syndrome']) {
      await page.keyboard.press('ArrowDown');
      await expectAnnounced(page, where);
    }
    await page.keyboard.press('Space');
    const group = page.getByRole('group', { name: 'One of these' });
    await expect(group).toContainText(/Down syndrome = True.*or.*Sex = "Female"/);
    await expect(page.getByRole('button', { name: 'Drag filter: Sex' })).toBeFocused();
    await expect.poll(() => countOf(page)).toBeGreaterThan(all);
    await page.getByRole('button', { name: 'Undo: combine filters with “or”' }).click();
    await expect(group).toHaveCount(0);
    await expect(cohortCount(page)).toHaveText(startsWith(all));
    await expect(filters(page)).toContainText(/Sex = "Female".*Birth weight.*Down syndrome/);
  });

  test('the menu moves a filter to another set of its collection, and the set is described in words', {
    tag: '@long',
  }, async ({ page }) => {
    await startWith(page, { cohort: [surgerySet] });
    const second = await edit(page, 'cohort_def', surgerySet);
    const alias = 'Second surgery';
    await edit(page, 'cohort_def', { type: 'set_criteria_set_alias', entry_id: second, alias });
    await edit(page, 'cohort_def', {
      type: 'add_entry',
      concept_id: 'surgery_outcome',
      selected_categories: ['Alive'],
      exclude_selected: true,
    });
    await page.goto('/default/query');
    await page.getByRole('button', { name: /^Move filter: not Outcome of surgery/ }).click();
    await page.getByRole('menuitem', { name: 'Second surgery' }).click();
    await expect(filters(page)).toContainText(
      /Second surgery.*Participant has at least one surgery where.*not Outcome of surgery = "Alive"/,
    );
    await expect(
      page.getByRole('button', { name: 'Undo: move filter Outcome of surgery to Second surgery' }),
    ).toBeEnabled();
  });

  test('a count rule of none counts the subjects that “at least one” leaves out', { tag: '@long' }, async ({
    page,
  }) => {
    await startWith(page);
    await page.goto('/default/query');
    const everyone = await countOf(page);
    await page.getByRole('button', { name: 'Add criteria set' }).click();
    await page.getByRole('button', { name: 'Surgery', exact: true }).click();
    await expect(filters(page)).toContainText('Participant has at least one surgery');
    await expect(page.getByRole('button', { name: /^Undo: add criteria set Surgery/ })).toBeEnabled();
    const operated = await countOf(page);
    const pencil = page.getByRole('button', { name: 'Edit criteria set: Surgery 1' });
    await pencil.click();
    const dialog = page.getByRole('dialog', { name: 'Criteria set: Surgery 1' });
    await dialog.getByLabel('How many').selectOption('exactly');
    await dialog.getByLabel('Number', { exact: true }).fill('0');
    await dialog.getByRole('button', { name: 'Update cohort' }).click();
    await expect(filters(page)).toContainText('Participant has no surgery');
    await expect(pencil).toBeFocused();
    await expect(cohortCount(page)).toHaveText(startsWith(everyone - operated));
  });

  test('a date rule is made, refused at its field, corrected, and named in the warning when the set it refers to is deleted', {
    tag: '@long',
  }, async ({ page }) => {
    await startWith(page, { cohort: [surgerySet] });
    const stay = await edit(page, 'cohort_def', staySet);
    await edit(page, 'cohort_def', { type: 'create_event_rule', entry_id: stay });
    await page.goto('/default/query');
    const before = await countOf(page);
    await page.getByRole('button', { name: 'Add date rule: Surgery 1' }).click();
    const pencil = page.getByRole('button', { name: 'Edit date rule: Surgery 1' });
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
    await expect(filters(page)).toContainText(/2016 <= .* <= 2018/);
    await expect.poll(() => countOf(page)).toBeLessThan(before);

    await pencil.click();
    await dialog.getByRole('radio', { name: 'Relative to another event' }).check();
    await expect(dialog.getByRole('combobox', { name: 'Other event', exact: true })).toHaveValue(
      /^Hospital stay/i,
    );
    await dialog.getByLabel('Before or after').selectOption('before to after');
    await dialog.getByLabel('Before it at most').fill('1');
    await dialog.getByRole('button', { name: 'Update cohort' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(filters(page)).toContainText(/1 calendar year before .*1 calendar year after/);

    await page.getByRole('button', { name: /^Delete criteria set: Hospital stay/i }).click();
    const warning = page.getByRole('dialog', { name: 'Date rules depend on this' });
    await expect(warning).toContainText('Surgery 1');
    await page.keyboard.press('Escape');
    await expect(warning).toHaveCount(0);
    await page.getByRole('button', { name: /^Delete criteria set: Hospital stay/i }).click();
    await warning.getByRole('button', { name: 'Delete both' }).click();
    await expect(page.getByRole('button', { name: 'Add date rule: Surgery 1' })).toBeVisible();
    await expect(filters(page)).not.toContainText(/hospital stay/i);
  });

  test('a near miss is explained, and found again from the row of the results', { tag: '@long' }, async ({
    page,
  }) => {
    await startWith(page, { cohort: [female, glenn] });
    await page.goto('/default/query');
    await page.getByRole('button', { name: 'What each filter costs' }).click();
    await page.getByRole('button', { name: /^Who misses it: Sex/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/^.*\d+ participants meet everything but: Sex/);
    await dialog
      .getByRole('button', { name: /^Explain / })
      .first()
      .click();
    await expect(dialog).toContainText('Not in your cohort');
    await expect(dialog.getByRole('region', { name: 'Filter by filter' })).toContainText('Sex = "Female"');
    await expect(dialog.getByRole('region', { name: 'Surgeries' })).toContainText('Bidirectional Glenn');
    await page.keyboard.press('Escape');

    await page.goto('/default/results');
    const cell = page.getByRole('rowheader').first();
    await cell.focus();
    await page.keyboard.press('Shift+Enter');
    await expect(dialog).toContainText('In your cohort');
    await expect(dialog).toContainText('Meets 2 of 2 filters.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('clearing everything is undone from its notice', { tag: '@long' }, async ({ page }) => {
    await startWith(page, { cohort: [female] });
    await page.goto('/default/query');
    await expect(cohortCount(page)).toHaveText(startsWith(6_061));
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' });
    // The notice goes after some seconds, but not from under the mouse.
    await undo.hover();
    await expect(cohortCount(page)).toHaveText(startsWith(12_000));
    await undo.click();
    await expect(cohortCount(page)).toHaveText(startsWith(6_061));
  });

  test('a cohort of nobody counts 0 and says what to do', { tag: '@long' }, async ({ page }) => {
    await startWith(page, { cohort: [female, male] });
    await page.goto('/default/query');
    await expect(cohortCount(page)).toHaveText(/^0participants in your cohort/);
    await expect(cohortCount(page)).toContainText('Nobody meets all of this.');
    await page.getByRole('button', { name: /^and\. Change to/ }).click();
    await expect.poll(() => countOf(page)).toBeGreaterThan(11_000);
    await expect(page.getByRole('button', { name: /^or\. Change to/ })).toBeFocused();
  });

  test('two tabs on one cohort notice each other', { tag: '@long' }, async ({ page, context }) => {
    await startWith(page, { cohort: [female] });
    const other = await context.newPage();
    await page.goto('/default/query');
    await other.goto('/default/query');
    await expect(cohortCount(other)).toHaveText(startsWith(6_061));
    await page.getByRole('button', { name: /^Delete filter: Sex/ }).click();
    await expect(cohortCount(other)).toHaveText(startsWith(12_000));
    await expect(other.getByText(/Changed in another tab/)).toBeVisible();
    await expect(page.getByText(/Changed in another tab/)).toHaveCount(0);
    await other.close();
  });
});
