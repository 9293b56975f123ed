import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectNoAxeFault } from './axe.ts';
import { startWith } from './definitions.ts';
import { columnNames } from './locators.ts';
import { longestStartMs } from './portal.ts';
import { saveReport } from './savedReports.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

/** Twelve children; the next release says “grave” for “severe”, has no gene any more, and three children more. */
function writePackage(release: 'first' | 'second'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-releases-'));
  const isFirst = release === 'first';
  const worst = isFirst ? 'severe' : 'grave';
  const category = (name: string, title: string) => ({
    name,
    title,
    type: 'string',
    atrium: { type: 'category' },
  });
  const fields = [
    { name: 'child_id', title: 'Child', type: 'string' },
    category('sex', 'Sex'),
    category('severity', 'Severity'),
    ...(isFirst ? [category('gene', 'Gene')] : []),
  ];
  const child = (index: number) =>
    [
      `C${String(index).padStart(2, '0')}`,
      index % 2 === 0 ? 'Female' : 'Male',
      index % 3 === 0 ? worst : 'mild',
      ...(isFirst ? ['NKX2-5'] : []),
    ].join(',');
  const children = Array.from({ length: isFirst ? 12 : 15 }, (_, index) => child(index));
  const descriptor = {
    name: 'releases',
    title: 'Two releases',
    version: isFirst ? '2026-01' : '2026-06',
    resources: [{ name: 'child', path: 'children.csv', schema: { primaryKey: 'child_id', fields } }],
  };
  writeFileSync(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  writeFileSync(
    path.join(folder, 'children.csv'),
    [fields.map(({ name }) => name).join(','), ...children, ''].join('\n'),
  );
  return folder;
}

test('a report made on one release says on the next one what it has lost, who came and went, and is moved on', {
  tag: '@long',
}, async ({ page, portal }) => {
  test.setTimeout(longestStartMs);
  const folders = { first: writePackage('first'), second: writePackage('second') };
  portal.command(['import', folders.first]);
  portal.command(['grant', 'curator', 'releases', '--level', 'phi']);
  await signIn(page, { username: 'curator' });
  const dataset = 'releases';
  const filter = (concept_id: string, ...selected_categories: string[]) => ({
    type: 'add_entry',
    concept_id,
    selected_categories,
  });
  await startWith(page, { dataset, cohort: [filter('sex', 'Female')] });
  const girls = await saveReport(page, { name: 'Girls' }, dataset);
  await startWith(page, { dataset, cohort: [filter('severity', 'severe', 'mild')] });
  const graded = await saveReport(page, { name: 'Graded' }, dataset);
  await startWith(page, { dataset, cohort: [filter('gene', 'NKX2-5')] });
  const carriers = await saveReport(page, { name: 'Carriers' }, dataset);
  portal.command(['import', folders.second]);
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });

  await page.goto(`/releases/reports/${girls}?tab=release`);
  await expect(page.getByText('6 subjects', { exact: true })).toBeVisible();
  await expect(page.getByText('8 subjects', { exact: true })).toBeVisible();
  await expect(page.getByText('2 subjects came to the cohort')).toBeVisible();
  await expect(page.getByText('0 subjects left the cohort')).toBeVisible();
  await expectNoAxeFault(page);

  await page.goto(`/releases/reports/${graded}?tab=release`);
  await expect(page.getByText(/^Value “.*severe.*” \(filters\)$/)).toBeVisible();

  await page.goto(`/releases/reports/${carriers}?tab=release`);
  await expect(page.getByText(/^Concept “Gene” \(filters\)$/)).toBeVisible();
  await expect(page.getByText('cannot be counted')).toBeVisible();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByText('This report cannot be shown to you')).toBeVisible();

  await page.getByRole('tab', { name: 'Release' }).click();
  await page.getByRole('button', { name: 'Stay on its own release' }).click();
  await expect(page.getByText('This report stays on the release it was saved on.')).toBeVisible();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByTestId('report-counts')).toHaveText('12 records of 12 subjects');
  await expect(columnNames(page).first()).toHaveText('Child');
});
