import type { Page } from '@playwright/test';
import { female, glenn, lightAtBirth, male, surgerySet, twoSets } from '../definitions.ts';
import { previewCount } from '../locators.ts';
import type { ScreenState } from './screenState.ts';

const chart = (page: Page) => page.getByRole('figure').getByRole('img').first().waitFor();

/** Waits for the count of subjects that the choice would leave. */
const previewed = (page: Page) =>
  previewCount(page)
    .getByText(/^[\d,]+ participants$/)
    .waitFor();

/** Fills in inputs by their labels. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor();

const open = (name: string, title: string, concept: string, reach = chart): ScreenState => ({
  name,
  title,
  path: `/default/query?concept=${concept}`,
  start: { cohort: [female] },
  reach,
});

/** The query screen: finding a concept, and an editor for every type. */
export const queryStates: readonly ScreenState[] = [
  {
    name: 'query-start',
    title: 'Query, nothing chosen',
    path: '/default/query',
    start: {},
    reach: (page) => page.getByRole('heading', { name: 'Who are you looking for?' }).waitFor(),
  },
  {
    name: 'query-search',
    title: 'Search over names, synonyms, descriptions and values',
    path: '/default/query',
    start: {},
    reach: async (page) => {
      await page.getByRole('combobox', { name: /search/i }).fill('fallot');
      await page.getByRole('option').first().waitFor();
    },
  },
  open('editor-category', 'Category', 'lesion_group'),
  open('editor-boolean', 'Boolean', 'has_complete_trio'),
  open('editor-number', 'Number, with a range on the histogram', 'birth_weight', async (page) => {
    await chart(page);
    await fill(page, { Min: '1800', Max: '2600' });
    await previewed(page);
  }),
  open('editor-number-refused', 'Number, with bounds that cannot be', 'birth_weight', async (page) => {
    await chart(page);
    await fill(page, { Min: '3000', Max: '100' });
    await page.getByText('The maximum is below the minimum.').waitFor();
  }),
  open('editor-age', 'Age', 'age_at_enrolment'),
  open('editor-date', 'Date, a range', 'birth_date'),
  open('editor-date-relative', 'Date, relative to today', 'birth_date&tab=relative_to_today'),
  open('editor-ontology', 'Ontology: a term with two parents', 'primary_lesion', async (page) => {
    await page.getByPlaceholder('Search terms').fill('tetralogy of Fallot');
    await page.getByPlaceholder('Search terms').press('Enter');
    await page.getByRole('button', { name: 'Narrower terms of tetralogy of Fallot', exact: true }).click();
    await page.getByText('2 broader terms').waitFor();
    await page.getByRole('button', { name: 'Add tetralogy of Fallot', exact: true }).click();
    await previewed(page);
  }),
  open('editor-text', 'Text, after pasting a list', 'variant_gene', async (page) => {
    await page.getByRole('checkbox', { name: 'ACTA2' }).check();
    await page.getByLabel('Paste a list').fill('CHD7\nNOTAGENE');
    await page.getByRole('button', { name: 'Add pasted values' }).click();
    await page.getByText('Remaining entries are invalid').waitFor();
    await previewed(page);
  }),
  open('editor-prefilter', 'A required prefilter', 'echo_value', (page) =>
    page.getByText('Choose one above to go on.').waitFor(),
  ),
  open('editor-table', 'A chart as a table', 'lesion_group', async (page) => {
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('table').waitFor();
  }),
  {
    ...open('editor-failed', 'A concept that the server refuses', 'sex', (page) =>
      page.getByRole('heading', { name: 'Concept failed to load' }).waitFor(),
    ),
    prepare: (page) =>
      page.route(/\/concepts\/sex\/?\?/, (route) =>
        route.fulfill({ status: 404, json: { detail: 'The concept was withdrawn.', code: 'not_found' } }),
      ),
  },
  {
    name: 'editor-placement',
    title: 'A new filter, and which of two criteria sets it joins',
    path: '/default/query?concept=surgery_procedure',
    start: { cohort: [glenn, surgerySet] },
    reach: async (page) => {
      await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
      await page.getByLabel('Which surgery?').waitFor();
      await previewed(page);
    },
  },
  {
    name: 'query-shortcuts',
    title: 'The keys of the query screen',
    path: '/default/query',
    start: {},
    reach: async (page) => {
      await page.getByRole('heading', { name: 'Who are you looking for?' }).waitFor();
      await page.keyboard.press('Shift+?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'count-zero',
    title: 'A cohort of nobody',
    path: '/default/query',
    start: { cohort: [female, male] },
    reach: (page) =>
      page
        .getByRole('button', { name: /^Drop [\d,]+ / })
        .first()
        .waitFor(),
  },
  {
    name: 'query-special',
    title: 'What is special about a cohort',
    path: '/default/query?view=special',
    start: { cohort: twoSets },
    reach: (page) =>
      page
        .getByRole('region', { name: 'What is special about your cohort' })
        .getByRole('listitem')
        .first()
        .waitFor(),
  },
  {
    name: 'count-failed',
    title: 'A count that failed',
    path: '/default/query',
    start: { cohort: [lightAtBirth] },
    prepare: (page) =>
      page.route(/query_tools\/count/, (route) =>
        route.fulfill({ status: 503, json: { detail: 'The warehouse is busy.', code: 'busy' } }),
      ),
    reach: (page) => page.getByTestId('cohort-count').getByText('The count failed').waitFor(),
  },
  {
    name: 'panel',
    title: 'Filters of several sets, with an or-group, described in words, and what each does',
    path: '/default/query?concept=sex',
    start: { cohort: twoSets },
    reach: async (page) => {
      await chart(page);
      await page.getByRole('button', { name: 'and. Change to “or”' }).click();
      await page.getByRole('group', { name: 'One of these' }).waitFor();
      await page.getByRole('button', { name: 'Describe filters' }).click();
      await page.getByRole('button', { name: 'Hide description' }).waitFor();
      await page.getByRole('button', { name: 'What each filter costs' }).click();
      await page
        .getByRole('button', { name: /^Drop [\d,]+ / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'set-dialog',
    title: 'Count rule and name of a criteria set',
    path: '/default/query',
    start: { cohort: twoSets },
    reach: async (page) => {
      await page.getByRole('button', { name: /^Edit criteria set: Surgery/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'event-dialog',
    title: 'Date rule of a criteria set',
    path: '/default/query',
    start: { cohort: twoSets },
    reach: async (page) => {
      await page.getByRole('button', { name: /^Add date rule: Surgery/ }).click();
      await dialog(page);
      await page.getByRole('radio', { name: 'Between years' }).check();
    },
  },
  {
    name: 'event-relative',
    title: 'Date rule relative to another event, by years',
    path: '/default/query',
    start: { cohort: [surgerySet, { ...glenn, criteria_set: 'new' }] },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add date rule: Surgery 2' }).click();
      await dialog(page);
    },
  },
  {
    name: 'event-new',
    title: 'Date rule with an event that is searched for',
    path: '/default/query',
    start: { cohort: [glenn] },
    reach: async (page) => {
      await page.getByRole('button', { name: /^Add date rule: Surgery/ }).click();
      await page.getByRole('combobox', { name: 'Other event', exact: true }).fill('fontan');
      await page.getByRole('option', { name: /^Fontan completion/ }).click();
      await previewed(page);
    },
  },
  {
    name: 'subjects',
    title: 'Lanes of events of single participants',
    path: '/default/query',
    start: { cohort: [glenn] },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Single participants' }).click();
      await page.getByText(/^The first 100 of/).waitFor();
    },
  },
  {
    name: 'subject',
    title: 'One participant explained',
    path: '/default/query',
    start: { cohort: [female, glenn] },
    reach: async (page) => {
      await page.getByRole('button', { name: 'What each filter costs' }).click();
      await page.getByRole('button', { name: /^Who misses it: Sex/ }).click();
      await page
        .getByRole('button', { name: /^Explain / })
        .first()
        .click();
      await page.getByText('Not in your cohort').waitFor();
    },
  },
];
