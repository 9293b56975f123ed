import { column, row } from '../states/starts.ts';
import { expect, test } from '../visitor.ts';
import { begin, cohortCount, enter, shown } from './workbench.ts';

test.beforeEach(async ({ page, portal }) => {
  await enter(page, portal);
});

test('32. one concept on the columns: its values are the headers, and there is a place for rows', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [], axes: [column('sex')] });
  await page.goto(`${portal}/default/aggregate`);
  await expect(page.getByRole('columnheader')).toHaveText(['Female', 'Male']);
  await expect(page.getByRole('cell', { name: '6,061' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '5,939' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add rows' })).toBeVisible();
});

test('37. a row dragged below another in the dialog stands there in the list and in the table', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [], axes: [row('sex'), row('vital_status')] });
  await page.goto(`${portal}/default/aggregate`);
  await expect(page.getByRole('rowheader').first()).toHaveText('Female');
  await page.getByRole('button', { name: 'Edit rows' }).click();
  const rows = page.getByRole('list', { name: 'Rows' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Sex');
  const sex = page.getByRole('button', { name: 'Drag Sex' });
  // The pointer comes only once the dialog stands still, and so only then the places are true.
  await sex.hover();
  const handle = await sex.boundingBox();
  const below = await rows.nth(1).boundingBox();
  if (handle === null || below === null) throw new Error('There is nothing to drag.');
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 3 });
  await page.mouse.move(x, below.y + below.height - 2, { steps: 8 });
  await page.mouse.up();
  await expect(rows.first()).toContainText('Vital status');
  await page.getByRole('button', { name: 'Apply changes' }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('Alive');
});

test('41. a result without anything in it is explained, and does not spin for ever', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [], axes: [row('sex'), column('race')] });
  await page.route(/run_analysis/, async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(json), dataset: {} } });
  });
  await page.goto(`${portal}/default/aggregate`);
  await expect(page.getByText('No subject falls into this cross-tab')).toBeVisible();
  await expect(page.getByText(/nothing to count for Sex \(rows\) and Race \(columns\)/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('46. after a change on the aggregate screen the query screen starts as usual', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [], axes: [row('sex'), column('race')] });
  await page.goto(`${portal}/default/aggregate`);
  await page.getByRole('button', { name: 'Remove Race' }).click();
  await expect(page.getByRole('button', { name: 'Add columns' })).toBeVisible();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Who are you looking for?' })).toBeVisible();
  await expect(cohortCount(page)).toHaveText(shown(12_000));
  await expect(page.getByRole('treeitem').first()).toBeVisible();
});
