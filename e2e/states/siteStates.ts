import type { Page } from '@playwright/test';
import type { ScreenState } from './screenState.ts';

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Opens the values of a concept of the dictionary. */
const values = (concept: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Show values of ${concept}`, exact: true }).click();
  await page.getByRole('table', { name: `Values of ${concept}`, exact: true }).waitFor();
};

/** News, metrics, the guide, the dictionary, support and the home page of a stranger whose session has ended. */
export const siteStates: readonly ScreenState[] = [
  {
    name: 'welcome-ended',
    title: 'Home of a stranger, after a session has ended',
    path: '/?returnTo=%2Fdefault%2Fquery&ended=idle',
    account: null,
    reach: heading(/Please log in/),
  },
  {
    name: 'news',
    title: 'News',
    path: '/news',
    reach: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'news-none',
    title: 'News of a tag that does not exist',
    path: '/news?tag=999',
    reach: (page) => page.getByText('There is no news with this tag').waitFor(),
  },
  {
    name: 'article',
    title: 'An article',
    path: '/news',
    reach: async (page) => {
      await page
        .getByRole('link', { name: /^Permalink/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Back to News' }).first().waitFor();
      await heading(/./)(page);
    },
  },
  {
    name: 'article-missing',
    title: 'An article that does not exist',
    path: '/news/999999',
    reach: heading('There is no such article'),
  },
  {
    name: 'metrics',
    title: 'Metrics',
    path: '/metrics',
    reach: (page) => page.getByRole('img', { name: /^Characteristics/ }).waitFor(),
  },
  { name: 'support', title: 'Support', path: '/support', reach: heading('Support') },
  { name: 'guide', title: 'A page of the guide', path: '/guide/cohort', reach: heading('Describe a cohort') },
  {
    name: 'guide-missing',
    title: 'A page of the guide that does not exist',
    path: '/guide/nowhere',
    reach: heading('There is no such page'),
  },
  {
    name: 'guide-api',
    title: 'The interface for programs, with one call opened',
    path: '/guide/api',
    reach: async (page) => {
      await page.getByRole('searchbox', { name: 'Search the calls' }).fill('count after');
      await page.getByText('/query_tools/count_after', { exact: false }).first().click();
      await page.getByRole('table', { name: /^Reply/ }).waitFor();
    },
  },
  {
    name: 'dictionary',
    title: 'The dictionary, with the values of one concept',
    path: '/default/dictionary',
    reach: values('Sex'),
  },
  {
    name: 'dictionary-none',
    title: 'The dictionary: nothing found',
    path: '/default/dictionary?search=nothingness',
    reach: (page) => page.getByText('No concept has these words').waitFor(),
  },
  {
    name: 'dictionary-suppressed',
    title: 'The dictionary with hidden figures, for a member who may see aggregates only',
    path: '/default/dictionary?search=race',
    account: 'analyst',
    reach: values('Race'),
  },
  {
    name: 'support-refused',
    title: 'Support: a request that could not be sent',
    path: '/support',
    prepare: (page) =>
      page.route(/send_support_request/, (route) =>
        route.fulfill({ status: 503, json: { detail: 'The portal is being looked after.', code: 'busy' } }),
      ),
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Subject' }).fill('Counts');
      await page.getByRole('textbox', { name: 'Message' }).fill('They differ from those of last week.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
];
