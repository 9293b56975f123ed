import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import { startPortal } from './portal.ts';
import { demoPassword } from './session.ts';

const maxMs = 60_000;
const exported = 'results_export.csv';

/**
 * The main journey in Firefox, over WebDriver BiDi: sign in, choose a dataset, filter, count, results, cross-tab, export.
 * @throws with the step that failed
 */
export async function journeyInFirefox(executablePath: string): Promise<void> {
  const downloads = mkdtempSync(path.join(tmpdir(), 'atrium-firefox-'));
  const portal = await startPortal();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.helperApps.neverAsk.saveToDisk': 'text/csv',
    },
  });
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.setDefaultTimeout(maxMs);
    await page.goto(`${portal.url}/login`);
    await walk(page, downloads);
    if (faults.length > 0) throw new Error(`errors in the browser: ${faults.join('\n')}`);
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(downloads, { recursive: true, force: true });
  }
}

async function walk(page: Page, downloads: string): Promise<void> {
  const steps = {
    'sign in': async () => {
      await part(page, 'User name', 'textbox').fill('researcher');
      await page.locator('input[type="password"]').fill(demoPassword);
      await part(page, 'Log in', 'button').click();
    },
    'choose the dataset': async () => {
      await page.locator('article a[href="/dataset/default"]').click();
      await part(page, 'Build a cohort', 'link').click();
    },
    'find a concept by its name': async () => {
      await page.locator('input[role="combobox"]').fill('sex');
      await page.locator('[role="option"]').filter(isSex).click();
    },
    'filter and count': async () => {
      await page.locator('section[aria-label="Concept"] input[type="checkbox"]:not([role="switch"])').click();
      await part(page, 'Apply new filter', 'button').click();
      await reads(page, '[data-testid="cohort-count"]', '6,061');
    },
    'see the rows': async () => {
      await part(page, 'View results', 'link').click();
      await reads(page, 'main', '1–25 of 6,061');
    },
    'export them': async () => {
      await part(page, 'Download', 'button').click();
      await page.locator('[role="menuitem"]').filter(isCsv).click();
      await reads(page, 'body', `${exported} is saved`);
      await expectLines(path.join(downloads, exported), 6_062);
    },
    'cross-tab': async () => {
      await part(page, 'Aggregate', 'link').click();
      await part(page, 'Add rows', 'button').click();
      await page.locator('[role="dialog"] input[role="combobox"]').fill('sex');
      await page.locator('[role="dialog"] [role="option"]').filter(isSex).click();
      await part(page, 'Apply changes', 'button').click();
      await reads(page, 'main table', 'Female');
      await reads(page, 'main table', '6,061');
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    await step().catch((error: unknown) => {
      throw new Error(`Firefox: ${name}: ${error}`, { cause: error });
    });
  }
}

// These two run in the page, where nothing of this file is known.
const isSex = (option: Element): boolean => option.textContent?.startsWith('Sex') ?? false;
const isCsv = (item: Element): boolean => item.textContent?.startsWith('CSV') ?? false;

const part = (page: Page, name: string, role: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

/** Waits until the text is there. */
async function reads(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    (within, wanted) => document.querySelector(within)?.textContent?.includes(wanted) === true,
    {},
    selector,
    text,
  );
}

/** The browser moves a download to its name after it has said that it is saved. */
async function expectLines(file: string, count: number): Promise<void> {
  const until = Date.now() + maxMs;
  while (!readdirSync(path.dirname(file)).includes(path.basename(file))) {
    if (Date.now() > until) throw new Error(`${path.basename(file)} was not saved.`);
    await wait(50);
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n').length;
  if (lines !== count) throw new Error(`${path.basename(file)} has ${lines} lines, not ${count}.`);
}
