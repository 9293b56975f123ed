import { type Page, request } from '@playwright/test';
import { firstPassword, publicPassword } from './passwords.ts';
import { expect } from './test.ts';

/** Only the tools that take pictures and measure start portals over demo data that no test has made. */
export const demoPassword = process.env['ATRIUM_E2E_HOME'] === undefined ? firstPassword : publicPassword;

export interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

/** Signs in by the form and waits for the list of datasets; `portal` is the address of one that the test started. */
export async function signInByForm(page: Page, credentials: Credentials = {}, portal = ''): Promise<void> {
  await page.goto(`${portal}/login`);
  await fillSignIn(page, credentials);
  await expect(page.getByRole('heading', { name: /choose a dataset/i })).toBeVisible();
}

/** Fills in the form of the login page and sends it. */
export async function fillSignIn(
  page: Page,
  { username = 'researcher', password = demoPassword }: Credentials = {},
): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
/** The sessions that this worker has begun by the API, by user name. */
const sessions = new Map<string, Cookies>();

/** Signs in by the API, with the session of an earlier test as long as no test has ended it. */
export async function signIn(
  page: Page,
  { username = 'researcher', password = demoPassword }: Credentials = {},
): Promise<void> {
  const known = sessions.get(username);
  if (known !== undefined) {
    await page.context().addCookies(known);
    const session = await (await page.request.get('/api/v2/auth')).json();
    if (session.user !== null) return;
  }
  const reply = await page.request.post('/api/v2/auth/login', { data: { username, password } });
  expect(reply.status(), await reply.text()).toBe(200);
  sessions.set(username, await page.context().cookies());
}

/** Ends all sessions of an account on the server, as from another browser. */
export async function endSessions(portal: string, username: string): Promise<void> {
  const elsewhere = await request.newContext({ baseURL: portal });
  const data = { username, password: demoPassword };
  expect((await elsewhere.post('/api/v2/auth/login/', { data })).ok()).toBe(true);
  expect((await elsewhere.post('/api/v2/auth/sessions/revoke_all/')).ok()).toBe(true);
  await elsewhere.dispose();
}
