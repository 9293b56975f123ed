/**
 * How smoothly a results table of 100 columns by 1,000 rows scrolls: the times between frames while it is scrolled down
 * and to the right, beside those of an empty page on the same machine.
 *
 *   npm start                                            (in one shell)
 *   npx tsx bench/scroll.ts http://127.0.0.1:3000        (in another; CHROME_PATH where Chromium is not /usr/bin/chromium)
 *
 * Prints the share of late frames (later than one and a half frames of the empty page) and the ratio of the middle frame
 * to the empty page's. It changes the table of the demo researcher, and puts the default columns back.
 */
import type { Page } from 'playwright-core';
import { edit, median, portalUrl, signedIn } from './signedIn.ts';

const columns = 100;
const rows = 1000;
const seconds = 4;

/** Scrolls the grid, or nothing, frame by frame; returns the milliseconds between frames. */
const framesOf = (page: Page, along: 'top' | 'left' | 'nothing'): Promise<number[]> =>
  page.evaluate(
    ([direction, duration]) =>
      new Promise<number[]>((resolve) => {
        const region = document.querySelector('[role="grid"]')?.parentElement;
        const frames: number[] = [];
        const begun = performance.now();
        let last = begun;
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          if (direction === 'top') region?.scrollBy(0, 48);
          if (direction === 'left') region?.scrollBy(32, 0);
          if (now - begun < duration) requestAnimationFrame(step);
          else resolve(frames.slice(2));
        };
        requestAnimationFrame(step);
      }),
    [along, seconds * 1000] as const,
  );

async function fillTable(page: Page): Promise<void> {
  await edit(page, 'cohort_def', { type: 'clear_all' });
  await edit(page, 'table_def', { type: 'resort_columns', entry_ids: [] });
  const concepts = ['family_role', 'sex', 'ethnicity', 'vital_status', 'birth_weight', 'gestational_age'];
  const known = await page.request.get(`${portalUrl}/api/v2/default/table_def/`);
  const { extended_table_def: table } = await known.json();
  const present: string[] = table.fields.map(({ concept_id }: { concept_id: string }) => concept_id);
  const usable = [...present.slice(1), ...concepts.slice(1)];
  for (let count = present.length; count < columns; count += usable.length) {
    const concept_id_list = usable.slice(0, columns - count);
    await edit(page, 'table_def', { type: 'bulk_add_entries', concept_id_list });
  }
}

const { browser, page } = await signedIn();
try {
  const still = await framesOf(page, 'nothing');
  const usual = median(still);
  await fillTable(page);
  await page.goto(`${portalUrl}/default/results?size=${rows}&filters=hidden`);
  await page.getByText(`1–${rows.toLocaleString('en-US')} of`).waitFor();
  await page.locator(`[aria-colcount="${columns}"] [data-cell="0:0"]`).waitFor();
  console.log('| frames | median ms | late | of an empty page |\n|---|---|---|---|');
  console.log(`| empty page | ${usual.toFixed(1)} | ${lateShare(still, usual)} | 1.00 |`);
  for (const [name, along] of [
    ['scrolled down', 'top'],
    ['scrolled to the right', 'left'],
  ] as const) {
    const frames = await framesOf(page, along);
    const ratio = (median(frames) / usual).toFixed(2);
    console.log(`| ${name} | ${median(frames).toFixed(1)} | ${lateShare(frames, usual)} | ${ratio} |`);
  }
  await edit(page, 'table_def', { type: 'resort_columns', entry_ids: [] });
} finally {
  await browser.close();
}

function lateShare(frames: readonly number[], usual: number): string {
  const late = frames.filter((frame) => frame > usual * 1.5).length;
  return `${((100 * late) / Math.max(1, frames.length)).toFixed(1)} %`;
}
