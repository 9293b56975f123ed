import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoPackage } from '@atrium/demo';
import { expectNoAxeFault } from './axe.ts';
import { startWith } from './definitions.ts';
import { maxStartMs } from './portal.ts';
import { saveReport } from './savedReports.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

/** The families of the demo; its next release has more of them. */
async function writeReleases(): Promise<{ readonly first: string; readonly second: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-compare-'));
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  await writeDemoPackage('default', first, { subjects: 3000 });
  await writeDemoPackage('default', second, { subjects: 3600 });
  for (const one of [first, second]) {
    const file = path.join(one, 'datapackage.json');
    const descriptor = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...descriptor, name: 'tetralogy', title: 'Two releases of trios' }));
  }
  return { first, second };
}

test('survival free of reintervention, from birth with late entry at enrolment, is compared between girls and boys after a repair of tetralogy in at most 15 clicks and entries, saved, and says on the next release what has changed', {
  tag: '@long',
}, async ({ page, portal }) => {
  test.setTimeout(maxStartMs);
  const folders = await writeReleases();
  const dataset = 'tetralogy';
  portal.command(['import', folders.first]);
  portal.command(['grant', 'curator', dataset, '--level', 'phi']);
  await signIn(page, { username: 'curator' });
  const repaired = {
    type: 'add_entry',
    concept_id: 'surgery_procedure',
    selected_categories: ['Tetralogy of Fallot repair'],
  };
  await startWith(page, { dataset, cohort: [repaired] });
  const report = await saveReport(page, { name: 'Repaired' }, dataset);
  await startWith(page, { dataset });
  await page.goto(`/${dataset}/reports/${report}`);

  let actions = 0;
  const act = async (action: () => Promise<unknown>) => {
    actions += 1;
    await action();
  };
  const choose = async (box: string, words: string, option: string | RegExp) => {
    await act(() => page.getByRole('combobox', { name: box, exact: true }).fill(words));
    await act(() => page.getByRole('option', { name: option }).first().click());
  };
  await act(() => page.getByRole('link', { name: 'Compare groups of this cohort' }).click());
  await choose('Groups', 'Sex', 'Sex: each value, in the cohort');
  await choose('Concepts', 'Gestational', 'Gestational age');
  await choose('Time zero', 'Date of birth', 'Date of birth');
  await choose('End', 'Reintervention', /Class of procedure = Reintervention/);
  await choose('Last contact', 'last contact', 'Date of last contact or death');
  await choose('Late entry (optional)', 'enrolment', 'Date of enrolment');
  await expect(page.getByText(/^Log-rank test of 2 groups: p/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Table 1' })).toContainText('Gestational age');
  await act(() => page.getByRole('button', { name: 'Save in this report' }).click());
  await expect(page.getByText('As version 2 of the report keeps it.')).toBeVisible();
  await expect(page.getByText('The data are those on which it was saved.')).toBeVisible();
  expect(actions).toBeLessThanOrEqual(15);
  await expectNoAxeFault(page);

  portal.command(['import', folders.second]);
  rmSync(path.dirname(folders.first), { recursive: true });
  await page.goto(`/${dataset}/reports/${report}`);
  await page.getByRole('link', { name: 'Open its comparison' }).click();
  await expect(
    page.getByText(/^Since it was saved on release 1, .* groups have other subjects/),
  ).toBeVisible();
  const changed = page.getByRole('table', { name: 'Figures that changed' });
  await expect(changed.getByRole('row', { name: /^Subjects Sex: Male/ })).toBeVisible();
  await expect(changed.getByRole('row', { name: /^Curve: followed Sex: Male/ })).toBeVisible();
  await expectNoAxeFault(page);
});
