import { type Browser, chromium, type Page } from 'playwright-core';

/** The portal that a benchmark of the browser measures. */
export const portalUrl = process.argv[2] ?? 'http://127.0.0.1:3000';

/** The demo researcher in a browser of this machine; CHROME_PATH where Chromium is not /usr/bin/chromium. */
export async function signedIn(): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // The loader names functions by a call that the page does not know.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto('about:blank');
  const reply = await page.request.post(`${portalUrl}/api/v2/auth/login/`, {
    data: { username: 'researcher', password: 'atrium-demo' },
  });
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`);
  return { browser, page };
}

/** One edit of the cohort or the table of the default dataset. */
export async function edit(
  page: Page,
  which: 'cohort_def' | 'table_def',
  transformation: object,
): Promise<void> {
  const reply = await page.request.post(`${portalUrl}/api/v2/default/${which}/`, {
    data: { transformation },
  });
  if (!reply.ok()) throw new Error(`${which}: ${reply.status()} ${await reply.text()}`);
}

/** The median; of an even number of values, the higher of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
