/**
 * How long a stranger waits for the home page of a running portal, with the browser's profile "Fast 3G": 1.44 Mbit/s down,
 * 675 kbit/s up, 562.5 ms for each request. Nothing is in the browser's memory. Medians of five loads.
 *
 *   npm start                                             (in one shell)
 *   npx tsx bench/firstLoad.ts http://127.0.0.1:3000      (in another)
 *
 * It ends with 1 where text is later than two seconds, or where there are more than ten scripts.
 */
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../e2e/findBrowser.ts';

const portal = process.argv[2] ?? 'http://127.0.0.1:3000';
const loads = 5;
const bar = { textMs: 2000, scripts: 10 };
const fast3g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

const load = z.object({
  textMs: z.number(),
  usableMs: z.number(),
  scripts: z.number(),
  kilobytes: z.number(),
});
type Load = z.infer<typeof load>;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium: set CHROMIUM to its path.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

async function loadOnce(): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', fast3g);
  await page.goto(portal, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Login' }).waitFor({ timeout: 60_000 });
  // The link is there before anything is painted.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const found: unknown = await page.evaluate(() => {
    let scripts = 0;
    let bytes = 0;
    for (const { name, transferSize } of performance
      .getEntriesByType('resource')
      .map((entry) => entry.toJSON())) {
      if (/\.js(\?|$)/.test(name)) scripts += 1;
      bytes += transferSize;
    }
    const textMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    return { textMs, usableMs: performance.now(), scripts, kilobytes: bytes / 1000 };
  });
  await context.close();
  return load.parse(found);
}

const found: Load[] = [];
for (let done = 0; done < loads; done += 1) found.push(await loadOnce());
await browser.close();

const median = (pick: (one: Load) => number): number =>
  found.map(pick).toSorted((a, b) => a - b)[loads >> 1] ?? 0;
const text = median(({ textMs }) => textMs);
const scripts = median((one) => one.scripts);
console.log('| text, s | usable, s | scripts | kB over the wire |\n|---|---|---|---|');
console.log(
  `| ${(text / 1000).toFixed(2)} | ${(median(({ usableMs }) => usableMs) / 1000).toFixed(2)} | ${scripts} | ${median(({ kilobytes }) => kilobytes).toFixed(0)} |`,
);
if (text > bar.textMs || scripts > bar.scripts) process.exitCode = 1;
