/**
 * From the click on "Apply changes" to the rows with the new columns, with the demo dataset: the median of 7 times for
 * one column and for five, in turn.
 *
 *   npm start                                             (in one shell)
 *   npx tsx bench/columns.ts http://127.0.0.1:3000        (in another; CHROME_PATH where Chromium is not /usr/bin/chromium)
 *
 * Ends with 1 when five take more than twice the time of one. It changes the table of the demo researcher.
 */
import type { Page } from 'playwright-core';
import { edit, median, portalUrl, signedIn } from './signedIn.ts';

const rounds = 7;
const several = 5;

/** Categories from the top, and the names of concepts that stand in the last of them. */
interface Branch {
  readonly path: readonly string[];
  readonly names: readonly string[];
}

interface ListedConcept {
  readonly permanent_id: string;
  readonly name: string;
  readonly include_in_table_def: boolean;
  readonly category_hierarchy: readonly { readonly name: string }[];
}

/** A branch of the tree with as many concepts as are added. */
async function findBranch(page: Page): Promise<Branch> {
  const reply = await page.request.get(`${portalUrl}/api/v2/default/concepts/?page_size=1000`);
  const { results }: { results: readonly ListedConcept[] } = await reply.json();
  // A concept that is a column already is not added by a click.
  const shown = await page.request.get(`${portalUrl}/api/v2/default/table_def/`);
  const { table_def: table }: { table_def: { fields: readonly { concept_id: string }[] } } =
    await shown.json();
  const taken = new Set(table.fields.map((field) => field.concept_id));
  const branches = new Map<string, Branch>();
  for (const {
    permanent_id: id,
    name,
    include_in_table_def: isOffered,
    category_hierarchy: categories,
  } of results) {
    if (!isOffered || taken.has(id) || categories.length < 2) continue;
    const path = categories.map((category) => category.name);
    const key = path.join(' › ');
    branches.set(key, { path, names: [...(branches.get(key)?.names ?? []), name] });
  }
  const wide = [...branches.values()].filter(({ names }) => names.length >= several);
  const [branch] = wide;
  if (branch === undefined) throw new Error(`No category has ${several} concepts.`);
  return branch;
}

/** Clicks "Apply changes" and waits, inside the page, until the column is there with its rows; returns the milliseconds. */
const timeOf = (page: Page, column: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const button = [...document.querySelectorAll('[role="dialog"] button')].find(
          (one) => one.textContent?.trim() === 'Apply changes',
        );
        if (!(button instanceof HTMLButtonElement)) return reject(new Error('There is nothing to click.'));
        const isThere = () =>
          [...document.querySelectorAll('th, [role="columnheader"]')].some((one) =>
            one.textContent?.includes(name),
          );
        const begun = performance.now();
        const look = () => {
          if (isThere()) resolve(performance.now() - begun);
          else if (performance.now() - begun > 30_000) reject(new Error('The column did not come.'));
          else requestAnimationFrame(look);
        };
        button.click();
        requestAnimationFrame(look);
      }),
    column,
  );

async function timeToAdd(page: Page, { path, names }: Branch): Promise<number> {
  await edit(page, 'table_def', { type: 'resort_columns', entry_ids: [] });
  await page.goto(`${portalUrl}/default/results`);
  await page.getByRole('button', { name: 'Edit columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit columns' });
  for (const name of [...path, ...names])
    await dialog
      .getByRole('treeitem', { name: new RegExp(`^${name.replaceAll(/[^\w ]/g, '.')}`) })
      .first()
      .click();
  await page.waitForLoadState('networkidle');
  // Columns further to the right are not drawn before somebody scrolls there; all of them come with one answer.
  const milliseconds = await timeOf(page, names[0] ?? '');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  return milliseconds;
}

const { browser, page } = await signedIn();
try {
  await edit(page, 'cohort_def', { type: 'clear_all' });
  const branch = await findBranch(page);
  const one: number[] = [];
  const five: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await timeToAdd(page, { ...branch, names: branch.names.slice(0, 1) }));
    five.push(await timeToAdd(page, { ...branch, names: branch.names.slice(0, several) }));
  }
  const words = (times: readonly number[]) =>
    `${median(times).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(', ')})`;
  console.log(`"${branch.path.join(' › ')}": ${branch.names.slice(0, several).join(', ')}`);
  console.log(`one column: ${words(one)}`);
  console.log(`five columns: ${words(five)}`);
  const ratio = median(five) / median(one);
  console.log(`five take ${ratio.toFixed(2)} times as long as one (target 2)`);
  if (ratio > 2) process.exitCode = 1;
  await edit(page, 'table_def', { type: 'resort_columns', entry_ids: [] });
} finally {
  await browser.close();
}
