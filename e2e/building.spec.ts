import { begin, cohortCount, concept, enter, filters, holdFirst, shown } from './acceptance/workbench.ts';
import { expect, test } from './visitor.ts';

const glenn = {
  type: 'add_entry',
  concept_id: 'surgery_procedure',
  selected_categories: ['Bidirectional Glenn'],
};

test.beforeEach(async ({ page, portal }) => {
  await enter(page, portal);
  await begin(page, portal, { cohort: [] });
});

test('a Fontan completion within two years of a Glenn is asked for without moving a filter by hand', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [glenn] });
  await page.goto(`${portal}/default/query?concept=surgery_procedure`);
  await expect(cohortCount(page)).toHaveText(shown(557));
  await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
  await page.getByLabel('Which surgery?').selectOption('Another surgery: a new criteria set');
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(filters(page)).toContainText(
    /Surgery 1.*Bidirectional Glenn.*and.*Surgery 2.*Fontan completion/,
  );
  await expect(page.getByLabel('Which surgery?')).toHaveCount(0);

  for (const set of ['Surgery 1', 'Surgery 2'])
    await page.getByRole('button', { name: `Add date rule: ${set}` }).click();
  await page.getByRole('button', { name: 'Edit date rule: Surgery 2' }).click();
  await page.getByRole('radio', { name: 'Relative to another event' }).check();
  await page.getByLabel('Not after', { exact: true }).selectOption('2 years after');
  await page.getByRole('button', { name: 'Update cohort' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(filters(page)).toContainText('730 days after Surgery 1');
});

test('a new filter goes to the set that waits for one, and a single undo takes it back', async ({
  page,
  portal,
}) => {
  await begin(page, portal, {
    cohort: [glenn, { type: 'add_criteria_set', collection_id: 'surgery' }],
  });
  await page.goto(`${portal}/default/query?concept=surgery_procedure`);
  await expect(filters(page)).toContainText('The next filter on surgery is added here');
  await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(filters(page)).toContainText(/Surgery 2.*Fontan completion/);
  await page.getByRole('button', { name: 'Undo: add filter Procedure' }).click();
  await expect(filters(page)).not.toContainText('Fontan completion');
  await expect(filters(page)).toContainText(/Surgery 1.*Bidirectional Glenn.*Surgery 2/);
});

test('how many a filter would leave is said before it is applied, and is what Apply brings', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [glenn] });
  await page.goto(`${portal}/default/query?concept=surgery_procedure`);
  const trial = page.getByTestId('trial-count');
  await expect(cohortCount(page)).toHaveText(shown(557));
  await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
  await expect(trial).toHaveText('0 participantswith this filter');
  await page.getByLabel('Which surgery?').selectOption('Another surgery: a new criteria set');
  await expect(trial).toHaveText(/^[1-9]\d* participants/);
  const tried = Number.parseInt(await trial.innerText(), 10);
  await expect(cohortCount(page)).toHaveText(shown(557));
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(cohortCount(page)).toHaveText(shown(tried));
  await expect(trial).toBeEmpty();
});

test('a concept chosen again after applying begins a new filter with nothing chosen', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query?concept=sex`);
  await page.getByRole('checkbox', { name: /^Female/ }).check();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
  await page.getByRole('treeitem', { name: 'Sex', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply new filter' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Female/ })).not.toBeChecked();
});

test('who goes on to another concept while a filter is saved is not taken back by the answer', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query?concept=sex`);
  await page.getByRole('checkbox', { name: /^Female/ }).check();
  const answer = await holdFirst(page, /\/cohort_def\/?$/);
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await answer.arrived;
  await page.getByRole('treeitem', { name: 'Race', exact: true }).click();
  await expect(concept(page).getByRole('heading', { level: 1 })).toHaveText('Race');
  await expect(page.getByRole('button', { name: 'Apply new filter' })).toBeEnabled();
  answer.release();
  await expect(cohortCount(page)).toHaveText(shown(6_061));
  await expect(page).toHaveURL(/concept=race$/);
  await expect(page.getByRole('button', { name: 'Apply new filter' })).toBeVisible();
});

test('the keys of the screen are shown by a key, and Escape there stops nothing behind', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [glenn] });
  await page.goto(`${portal}/default/query`);
  await page.getByRole('button', { name: /^Edit filter/ }).click();
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Undo the last change of the cohort');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
});

test('between a tablet and a wide screen nothing spills over the side', async ({ page, portal }) => {
  await page.goto(`${portal}/default/query?concept=sex`);
  await expect(page.getByRole('checkbox', { name: /^Female/ })).toBeVisible();
  for (const width of [992, 1024, 1106, 1280, 1366, 1408, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the count stays in sight while values are chosen, and leads to the filters', async ({
    page,
    portal,
  }) => {
    await page.goto(`${portal}/default/query?concept=sex`);
    const strip = page.getByTestId('count-strip');
    await expect(strip).toContainText('12,000 participants');
    await page.getByRole('checkbox', { name: /^Female/ }).check();
    await page.getByRole('button', { name: 'Apply new filter' }).click();
    await expect(strip).toContainText('6,061 participants');
    await expect(strip).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Show filters' }).click();
    await expect(cohortCount(page)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 360);
  });
});
