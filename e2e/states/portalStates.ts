import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import type { ScreenState } from './screenState.ts';

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const factor = { secret, uri: `otpauth://totp/Atrium:researcher?secret=${secret}&issuer=Atrium` };

type Way = 'passkey' | 'app';

/** As the server answers between the steps of a sign-in. */
async function answerSecondStep(page: Page, step: 'show' | 'set_up', ways: readonly Way[]): Promise<void> {
  await page.route(/\/api\/v2\/auth\/?$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), second_step: step, second_step_ways: ways } });
  });
  await page.route(/\/auth\/login\/set_up$/, (route) => route.fulfill({ json: factor }));
}

const blueKey = { id: 1, name: 'Blue key', created_at: '2026-09-14T08:00:00Z', last_used_at: null };
const phone = { ...blueKey, id: 2, name: 'Phone in my pocket', last_used_at: '2026-10-02T16:20:00Z' };
const factorOff = {
  is_on: false,
  since: null,
  has_app: false,
  passkeys: [],
  offers_passkeys: true,
  recovery_codes_left: 0,
  is_required: false,
};
const factorOn = {
  ...factorOff,
  is_on: true,
  since: '2026-09-14T08:00:00Z',
  has_app: true,
  passkeys: [blueKey, phone],
  recovery_codes_left: 2,
  is_required: true,
};

/** As the server describes the second factor of the account. */
const answerFactor = (status: typeof factorOff | typeof factorOn) => (page: Page) =>
  page.route(/\/auth\/second_factor$/, (route) => route.fulfill({ json: status }));

/** The screens outside of the workbench: signing in, datasets, the account and the audit. */
export const portalStates: readonly ScreenState[] = [
  {
    name: 'welcome',
    title: 'Home of a stranger',
    path: '/',
    account: null,
    reach: heading(/Please log in/),
  },
  { name: 'sign-in', title: 'Signing in', path: '/login', account: null, reach: heading(/./) },
  {
    name: 'sign-in-code',
    title: 'Signing in: the code',
    path: '/login',
    account: null,
    prepare: (page) => answerSecondStep(page, 'show', ['app']),
    reach: heading('Enter your code'),
  },
  {
    name: 'sign-in-passkey',
    title: 'Signing in: the passkey',
    path: '/login',
    account: null,
    prepare: (page) => answerSecondStep(page, 'show', ['passkey', 'app']),
    reach: heading('Use your passkey'),
  },
  {
    name: 'sign-in-choice',
    title: 'Signing in: a second factor is required, and may be a passkey',
    path: '/login',
    account: null,
    prepare: (page) => answerSecondStep(page, 'set_up', ['passkey', 'app']),
    reach: (page) => page.getByRole('button', { name: 'Set up a passkey' }).waitFor(),
  },
  {
    name: 'sign-in-set-up',
    title: 'Signing in: a second factor is required',
    path: '/login',
    account: null,
    prepare: (page) => answerSecondStep(page, 'set_up', ['app']),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  {
    name: 'account-factor',
    title: 'The second factor of the account',
    path: '/account?tab=factor',
    reach: (page) => page.getByRole('button', { name: 'Turn on' }).waitFor(),
  },
  {
    name: 'account-factor-on',
    title: 'The second factor of the account, turned on',
    path: '/account?tab=factor',
    prepare: answerFactor(factorOn),
    reach: (page) => page.getByRole('button', { name: 'Turn off' }).waitFor(),
  },
  {
    name: 'account-factor-offer',
    title: 'The second factor of the account, where the site takes passkeys',
    path: '/account?tab=factor',
    prepare: answerFactor(factorOff),
    reach: (page) => page.getByRole('button', { name: 'Turn on with a passkey' }).waitFor(),
  },
  {
    name: 'account-factor-passkey',
    title: 'A new passkey',
    path: '/account?tab=factor',
    prepare: answerFactor(factorOn),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByLabel('Name of the passkey').waitFor();
    },
  },
  {
    name: 'account-factor-remove',
    title: 'The removal of a passkey',
    path: '/account?tab=factor',
    prepare: answerFactor(factorOn),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Remove Blue key' }).click();
      await page.getByLabel('Your password').waitFor();
    },
  },
  {
    name: 'account-factor-turn-off',
    title: 'The second factor is turned off',
    path: '/account?tab=factor',
    prepare: answerFactor(factorOn),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    },
  },
  {
    name: 'datasets',
    title: 'The choice of a dataset',
    path: '/',
    reach: (page) => page.getByRole('article').getByRole('link').first().waitFor(),
  },
  {
    name: 'user-menu',
    title: 'The menu of the person',
    path: '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Robin Researcher' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  },
  {
    name: 'dataset',
    title: 'Home of a dataset',
    path: '/dataset/default',
    reach: async (page) => {
      await heading('Heart Trio Consortium')(page);
      await page.getByRole('button', { name: 'Leave the tour' }).click();
      await page.getByRole('heading', { level: 2, name: 'Your cohort against everyone' }).waitFor();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    },
  },
  {
    name: 'dataset-tour',
    title: 'Home of a dataset at the first visit, with the second step of the tour',
    path: '/dataset/default',
    // Another state has left the tour, which this browser remembers.
    prepare: async (page) => {
      await page.goto('/robots.txt');
      await page.evaluate(() => {
        for (const key of Object.keys(window.localStorage))
          if (key.startsWith('atrium-tour ')) window.localStorage.removeItem(key);
      });
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Step 2 of 4').waitFor();
    },
  },
  {
    name: 'dataset-aggregates-only',
    title: 'The same for a member who may see aggregates only',
    path: '/dataset/default',
    account: 'analyst',
    reach: heading('Heart Trio Consortium'),
  },
  {
    name: 'agreement',
    title: 'The data-use agreement, before a screen of its dataset',
    path: '/default/query',
    prepare: async (page) => {
      const owed = { detail: 'Please accept the agreement.', code: 'agreement_required' };
      await page.route('**/api/v2/dataset/default', (route) => route.fulfill({ status: 403, json: owed }));
      const text =
        '# Terms of use\n\nYou use the data for the **approved project** only.\n\n## Your duties\n\n1. Never try to identify anyone.\n2. Delete the data when the project ends.\n\nIf you have questions, please [write to us](mailto:data@hearts.example).';
      const shown = { version: '2026-1', text, text_hash: '0'.repeat(64), accepted_at: null };
      await page.route('**/api/v2/dataset/default/agreement', (route) =>
        route.fulfill({ json: { agreement: shown } }),
      );
    },
    reach: async (page) => {
      await heading('Data-use agreement')(page);
      await page.getByText('Version 2026-1').waitFor();
    },
  },
  {
    name: 'purpose',
    title: 'What the data are used for, before a screen of its dataset',
    path: '/default/query',
    prepare: async (page) => {
      const owed = { detail: 'Please state a purpose.', code: 'purpose_required' };
      await page.route('**/api/v2/dataset/default', (route) => route.fulfill({ status: 403, json: owed }));
      const diseases = [{ code: 'MONDO:0005453', title: 'congenital heart disease' }];
      const conditions = [
        { code: 'GS:DE', words: 'The work is done in the region that the data are for: Germany' },
        { code: 'IRB', words: 'The work has ethics approval' },
      ];
      const view = { is_asked: true, purpose: null, diseases, conditions };
      await page.route('**/api/v2/dataset/default/purpose', (route) => route.fulfill({ json: view }));
    },
    reach: async (page) => {
      await heading('What do you use these data for?')(page);
      await page.getByRole('radio', { name: 'Research on one disease' }).check();
    },
  },
  {
    name: 'access-ends-soon',
    title: 'Home of a dataset, a few days before the access ends',
    path: '/dataset/default',
    account: 'analyst',
    prepare: (page) =>
      page.route('**/api/v2/dataset/default', async (route) => {
        const reply = await route.fetch();
        const accessUntil = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
        await route.fulfill({ response: reply, json: { ...(await reply.json()), accessUntil } });
      }),
    reach: async (page) => page.getByText(/^Your access ends after/).waitFor(),
  },
  {
    name: 'access-too-low',
    title: 'A screen that the membership does not include',
    path: '/default/query',
    account: 'analyst',
    reach: heading('Your access does not include this page'),
  },
  {
    name: 'not-found',
    title: 'An unknown address',
    path: '/there/is/nothing',
    reach: heading(/no such/),
  },
  { name: 'account', title: 'The account', path: '/account', reach: heading(/./) },
  ...['password', 'sessions', 'tokens', 'activity'].map((tab) => ({
    name: `account-${tab}`,
    title: `The account, ${tab}`,
    path: `/account?tab=${tab}`,
    reach: heading(/./),
  })),
  {
    name: 'account-programs',
    title: 'The account, programs that people talk to, where the site opens its door',
    path: '/account?tab=programs',
    prepare: (page) =>
      page.route(/\/account\?tab=programs$/, async (route) => {
        const response = await route.fetch();
        const closed = '&quot;assistants&quot;:false';
        const body = (await response.text()).replace(closed, closed.replace('false', 'true'));
        await route.fulfill({ response, body });
      }),
    reach: async (page) => page.getByRole('heading', { name: 'Programs that you talk to' }).waitFor(),
  },
  { name: 'audit', title: 'The audit, for staff', path: '/audit', account: 'curator', reach: heading(/./) },
];
