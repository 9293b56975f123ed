import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from '../axe.ts';
import { clinicPackage } from '../dataPackages.ts';
import { edit, row } from '../definitions.ts';
import {
  applyNewFilter,
  chooseInTree,
  cohortCount,
  concept,
  filters,
  navigation,
  startsWith,
} from '../locators.ts';
import { maxStartMs } from '../portal.ts';
import { chooseProvider, type PublicSite, signInThere, startPublicSite } from '../publicSite.ts';
import { fillSignIn, signInByForm } from '../session.ts';
import { expect, test } from '../test.ts';
import { oddValues } from './oddPackage.ts';

const password = 'seven boats on a lake';
const wish = 'May I see the clinic?';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const openRoom = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Staff rooms' }).getByRole('link', { name }).click();

const choiceOf = (page: Page) => page.getByRole('article').filter({ hasText: 'The clinic' });

/** As people of this time zone write it; the newest article is the first of the list. */
const aMinuteAgo = (): string =>
  new Date(Date.now() - 60_000 * (1 + new Date().getTimezoneOffset())).toISOString().slice(0, 16);

// One worker runs both, and so this portal is started once.
test.describe.configure({ mode: 'default' });

let site: PublicSite;
test.beforeAll(async () => {
  test.setTimeout(maxStartMs);
  site = await startPublicSite();
});
test.afterAll(() => site.close());

test('a sign-in through a provider leads to the page that was asked for, and signing out leads home', async ({
  page,
}) => {
  const { portal, provider } = site;
  await page.goto(`${portal.url}/account?tab=sessions`);
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await chooseProvider(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`));
  await signInThere(page, 'bo-0817');
  await expect(page).toHaveURL(`${portal.url}/account?tab=sessions`);
  await expect(page.getByText('This session')).toBeVisible();
  await expect(page.getByText('through University of Somewhere')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Password' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByText('bo@university.example')).toBeVisible();

  await page.getByRole('button', { name: 'Bo Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${portal.url}/`);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});

test('staff without a shell load a dataset, mend its dictionary, publish news about it, let a person in who asked for it, and look after all of it', async ({
  page,
  browser,
}) => {
  test.setTimeout(maxStartMs);
  const others = await browser.newContext({ baseURL: site.portal.url });
  try {
    const ann = await others.newPage();
    await signInByForm(page, { username: 'curator' }, site.portal.url);
    await test.step('load', () => loadDataset(page));
    await test.step('dictionary', () => mendDictionary(page));
    await test.step('news', () => publishNews(page));
    await test.step('invitation', () => invite(page, ann));
    await test.step('wish', () => askForAccess(ann));
    await test.step('access', () => letIn(page));
    await test.step('answer', () => answerWish(page));
    await test.step('what the person sees', () => useDataset(ann));
    await test.step('looking after it', () => lookAfter(page));
    await test.step('the end', () => endAccess(page, ann));
  } finally {
    await others.close();
  }
});

async function loadDataset(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chris Curator' }).click();
  await page.getByRole('menuitem', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeFocused();
  await openRoom(page, 'Datasets');
  await page.getByRole('button', { name: 'Load data' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'clinic.zip',
    mimeType: 'application/zip',
    buffer: await clinicPackage('clinic'),
  });
  await page.getByRole('button', { name: 'Import clinic.zip' }).click();
  await page.getByRole('radio', { name: /^Load it and hold it back/ }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('It waits. Look at its dictionary, then switch to it.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report' })).toContainText('people.weight: not a number (1)');
}

async function mendDictionary(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open its dictionary' }).click();
  await page.getByRole('textbox', { name: 'Title of sex' }).fill('Sex at birth');
  await page.getByRole('checkbox', { name: 'Published of weight' }).uncheck();
  await page.getByRole('checkbox', { name: 'Protected of born' }).uncheck();
  await expectNoAxeFault(page);
  await page.getByRole('button', { name: 'Review and save' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(page.getByText('3 concepts will be different.')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole('checkbox', { name: 'born is protected no more' }).check();
  await save.click();
  await expect(page.getByRole('alert').getByText('waits with the new dictionary')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title of sex' })).toHaveValue('Sex at birth');

  await page.goto(`${site.portal.url}/pcgc/admin/datasets/clinic`);
  await page
    .getByRole('button', { name: /^Switch to release/ })
    .first()
    .click();
  await expect(page.getByText('No report would break.')).toBeVisible();
  const switchToIt = page.getByRole('button', { name: 'Switch to it', exact: true }).last();
  await expect(page.getByText('Who will see what')).toBeVisible();
  await expect(switchToIt).toBeDisabled();
  for (const identifier of await page.getByRole('dialog').getByRole('checkbox').all())
    await identifier.check();
  await expectNoAxeFault(page);
  await switchToIt.click();
  await expect(page.getByRole('row', { name: /Live/ })).toContainText('Dictionary of its own');
  await openRoom(page, 'ETL logs');
  await expect(page.getByRole('row', { name: /clinic.zip/ })).toContainText('Done');
}

async function publishNews(page: Page): Promise<void> {
  await openRoom(page, 'News');
  await expect(page.getByText('23 articles')).toBeVisible();
  await page.getByLabel('State').selectOption('scheduled');
  await expect(page.getByText('1 article', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Write an article' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The clinic is here');
  await page.getByRole('textbox', { name: 'Text' }).fill('Four people of the clinic.');
  await page.getByRole('textbox', { name: 'Text' }).selectText();
  await page.getByRole('button', { name: 'Bold' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('Four people of the clinic.');
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The clinic is here' })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await page.getByLabel('Publish on').fill('2099-01-01T08:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await page.getByLabel('Publish on').fill(aMinuteAgo());
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
}

async function invite(page: Page, ann: Page): Promise<void> {
  await openRoom(page, 'Accounts');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('textbox', { name: 'User name' }).fill('ann');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Newcomer');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@hearts.example');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ann Newcomer' })).toBeVisible();
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();

  const [link = ''] =
    /http:\S+\/invitation#[\w-]{43}/.exec(await site.mails.mailTo('ann@hearts.example')) ?? [];
  await ann.goto(link);
  await expect(ann.getByRole('heading', { name: 'Welcome, Ann Newcomer' })).toBeVisible();
  await expectNoAxeFault(ann);
  await ann.getByLabel('New password').fill(password);
  await ann.getByLabel('The same again').fill(password);
  await ann.getByRole('button', { name: 'Set password' }).click();
  await ann.getByRole('link', { name: 'Go to sign in' }).click();
  await fillSignIn(ann, { username: 'ann', password });
}

async function askForAccess(ann: Page): Promise<void> {
  await expect(choiceOf(ann)).toContainText('You have no access yet');
  await ann.goto(`${site.portal.url}/clinic/query`);
  await expect(heading(ann)).toHaveText('This dataset cannot be opened');
  await ann.getByRole('link', { name: 'Help' }).click();
  await ann.getByLabel(/^Email/).fill('ann@work.example');
  await ann.getByLabel(/^Subject/).fill(wish);
  await ann.getByRole('textbox', { name: /^Message/ }).fill('I count births.');
  await ann.getByRole('button', { name: 'Send' }).click();
  await expect(ann.getByText('Message Sent!')).toBeVisible();
}

async function letIn(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add a membership' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dataset').selectOption('clinic');
  await dialog.getByLabel('Level').selectOption('deid');
  await dialog.getByRole('button', { name: 'Save membership' }).click();
  await expect(page.getByRole('row', { name: /The clinic.*De-identified/ })).toBeVisible();
}

async function answerWish(page: Page): Promise<void> {
  await openRoom(page, 'Support');
  await page.getByRole('link', { name: wish }).click();
  await page.getByLabel('Your answer').fill('You may, from now on.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  const mail = await site.mails.mailTo('ann@work.example');
  expect(mail).toContain('You may, from now on.');
  expect(mail).toContain('> I count births.');
  await page.reload();
  await expect(page.getByText(/^Mailed /)).toBeVisible();
  await page.getByRole('button', { name: 'Close the request' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
}

async function useDataset(ann: Page): Promise<void> {
  await ann.goto(`${site.portal.url}/news`);
  await ann.getByRole('link', { name: 'Permalink: The clinic is here' }).click();
  await expect(ann.getByText('Four people of the clinic.')).toBeVisible();
  await ann.goto(site.portal.url);
  await expect(choiceOf(ann)).toBeVisible();
  await expect(choiceOf(ann)).not.toContainText('You have no access yet');
  await ann.goto(`${site.portal.url}/clinic/query`);
  await expect(cohortCount(ann)).toHaveText(startsWith(6));
  await expect(ann.getByRole('treeitem', { name: /^weight/i })).toHaveCount(0);
  await meetOddValues(ann);
  await chooseInTree(ann, 'Sex at birth');
  await ann.getByRole('checkbox', { name: /^Female/ }).check();
  await applyNewFilter(ann);
  await expect(cohortCount(ann)).toHaveText(startsWith(3));
}

/** Acceptance scenario 40: they come through a filter and a cross-tab unchanged. */
async function meetOddValues(ann: Page): Promise<void> {
  await edit(ann, 'analysis_def', row('remark'), 'clinic');
  await navigation(ann).getByRole('link', { name: 'Aggregate' }).click();
  const rows = [...oddValues, 'Total'];
  await expect(ann.getByRole('rowheader')).toHaveCount(rows.length);
  expect((await ann.getByRole('rowheader').allTextContents()).toSorted()).toEqual(rows.toSorted());
  await navigation(ann).getByRole('link', { name: 'Query' }).click();
  await chooseInTree(ann, 'Remark');
  const values = concept(ann).getByRole('checkbox');
  await expect(values).toHaveCount(oddValues.length);
  for (const box of await values.all()) await box.check();
  await applyNewFilter(ann);
  for (const value of oddValues) await expect(filters(ann)).toContainText(value);
  await expect(cohortCount(ann)).toHaveText(startsWith(6));
}

async function lookAfter(page: Page): Promise<void> {
  await openRoom(page, 'User report');
  await page.getByRole('searchbox', { name: 'Search' }).fill('ann@');
  // Until the reply the rows of before are shown, and are faint.
  await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1);
  const row = page.getByRole('row', { name: /Ann Newcomer/ });
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^Queries?[1-9]/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('ann,Ann Newcomer,active');

  await openRoom(page, 'Query troubleshooting');
  // A count that was known already ran no statement.
  await page
    .getByRole('row', { name: /ann .*Count .*[\d.,]+ m?s [1-9]/ })
    .first()
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Statements' })).toBeVisible();
  await page.getByRole('button', { name: 'Run again and time the plan' }).first().click();
  await expect(page.getByText(/^Plan, made in/)).toBeVisible();
}

async function endAccess(page: Page, ann: Page): Promise<void> {
  await openRoom(page, 'Accounts');
  await page.getByRole('link', { name: 'ann', exact: true }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await ann.goto(`${site.portal.url}/clinic/query`);
  await expect(ann).not.toHaveURL(/\/clinic\/query/);
  await openRoom(page, 'Audit');
  await expect(page.getByText('Disabled ann')).toBeVisible();
  await expect(page.getByText(/^Made .* a member at level deid/).first()).toBeVisible();
  await expect(page.getByText('Set the password by an invitation').first()).toBeVisible();
  await expect(page.getByText('Invited ann by mail')).toBeVisible();

  await page.goto(`${site.portal.url}/pcgc/admin/datasets/clinic`);
  await page.getByRole('button', { name: 'Delete dataset' }).click();
  await page.getByRole('textbox', { name: 'Type clinic to go on' }).fill('clinic');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete dataset' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The clinic' })).toHaveCount(0);
}
