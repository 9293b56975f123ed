import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoPackage } from '@atrium/demo';
import { expectNoAxeFault } from './axe.ts';
import { startWith } from './definitions.ts';
import { columnNames } from './locators.ts';
import { maxStartMs } from './portal.ts';
import { saveReport } from './savedReports.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

interface Field {
  readonly name: string;
  readonly categories?: readonly string[];
}

const renamed = { from: 'Hypoplastic left heart', to: 'Hypoplastic left heart syndrome' };

/** The patients of a release: a line of names, and a line for each. None of their values has a comma or a quote. */
const patientsIn = (folder: string): readonly (readonly string[])[] =>
  readFileSync(path.join(folder, 'patient.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

/**
 * The registry of the demo with sixty patients; its next release has fifteen more, another name for a group of
 * hearts, and languages no more.
 */
async function writeReleases(): Promise<{ readonly first: string; readonly second: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-releases-'));
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  await writeDemoPackage('registry', first, { subjects: 60 });
  await writeDemoPackage('registry', second, { subjects: 75 });
  for (const one of [first, second]) describe(one, { name: 'releases', title: 'Two releases' });

  const descriptor = JSON.parse(readFileSync(path.join(second, 'datapackage.json'), 'utf8'));
  const { schema } = descriptor.resources[0];
  schema.fields = schema.fields
    .filter(({ name }: Field) => name !== 'language')
    .map((field: Field) =>
      field.name === 'anatomy'
        ? { ...field, categories: field.categories?.map((one) => (one === renamed.from ? renamed.to : one)) }
        : field,
    );
  describe(second, { resources: descriptor.resources });
  const [names = [], ...patients] = patientsIn(second);
  const [language, anatomy] = [names.indexOf('language'), names.indexOf('anatomy')];
  const lines = [names, ...patients].map((cells) =>
    cells
      .with(anatomy, cells[anatomy] === renamed.from ? renamed.to : (cells[anatomy] ?? ''))
      .toSpliced(language, 1)
      .join(','),
  );
  writeFileSync(path.join(second, 'patient.csv'), `${lines.join('\n')}\n`);
  return { first, second };
}

/** Changes the descriptor of a package. */
function describe(folder: string, change: object): void {
  const file = path.join(folder, 'datapackage.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
}

const girlsIn = (folder: string): number => {
  const [names = [], ...patients] = patientsIn(folder);
  return patients.filter((cells) => cells[names.indexOf('sex')] === 'F').length;
};

test('a report made on one release says on the next one what it has lost, who came and went, and is moved on', {
  tag: '@long',
}, async ({ page, portal }) => {
  test.setTimeout(maxStartMs);
  const folders = await writeReleases();
  const girlsOf = { first: girlsIn(folders.first), second: girlsIn(folders.second) };
  const speakers = patientsIn(folders.first).filter((cells) =>
    cells.some((cell) => /\bEnglish\b/.test(cell)),
  ).length;
  portal.command(['import', folders.first]);
  portal.command(['grant', 'curator', 'releases', '--level', 'phi']);
  await signIn(page, { username: 'curator' });
  const dataset = 'releases';
  const filter = (concept_id: string, ...selected_categories: string[]) => ({
    type: 'add_entry',
    concept_id,
    selected_categories,
  });
  await startWith(page, { dataset, cohort: [filter('reg_sex', 'F')] });
  const girls = await saveReport(page, { name: 'Girls' }, dataset);
  await startWith(page, { dataset, cohort: [filter('reg_anatomy', renamed.from, 'Tricuspid atresia')] });
  const graded = await saveReport(page, { name: 'Graded' }, dataset);
  await startWith(page, { dataset, cohort: [filter('reg_language', 'English')] });
  const speaking = await saveReport(page, { name: 'Speakers' }, dataset);
  portal.command(['import', folders.second]);
  rmSync(path.dirname(folders.first), { recursive: true });

  await page.goto(`/releases/reports/${girls}?tab=release`);
  await expect(page.getByText(`${girlsOf.first} patients`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${girlsOf.second} patients`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${girlsOf.second - girlsOf.first} patients came to the cohort`)).toBeVisible();
  await expect(page.getByText('0 patients left the cohort')).toBeVisible();
  await expectNoAxeFault(page);

  await page.goto(`/releases/reports/${graded}?tab=release`);
  await expect(page.getByText(/^Value “.*Hypoplastic left heart.*” \(filters\)$/)).toBeVisible();

  await page.goto(`/releases/reports/${speaking}?tab=release`);
  await expect(page.getByText(/^Concept “Languages at home” \(filters\)$/)).toBeVisible();
  await expect(page.getByText('cannot be counted')).toHaveCount(2);
  await page.goto('/pcgc/admin/datasets/releases');
  await page.getByRole('button', { name: 'Only no longer delivered: Languages at home' }).click();
  await expect(page.getByText('Languages at home: only no longer delivered.').first()).toBeVisible();
  await page.goto(`/releases/reports/${speaking}?tab=release`);
  await expect(page.getByText('cannot be counted')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByText('This report cannot be shown to you')).toBeVisible();

  await page.getByRole('tab', { name: 'Release' }).click();
  await page.getByRole('button', { name: 'Stay on its own release' }).click();
  await expect(page.getByText('This report stays on the release it was saved on.')).toBeVisible();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByTestId('report-counts')).toHaveText(`${speakers} records of ${speakers} patients`);
  await expect(columnNames(page).first()).toHaveText('Registry number');
});
