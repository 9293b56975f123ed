import type { Page } from '@playwright/test';
import { column, female, row } from '../definitions.ts';
import { expect } from '../test.ts';
import type { ScreenState } from './screenState.ts';

const figures = (page: Page) => page.getByRole('rowheader').first().waitFor();
const spanning = [row('race'), column('sex'), column('vital_status')];

export const aggregateStates: readonly ScreenState[] = [
  {
    name: 'aggregate-start',
    title: 'Aggregate, nothing chosen',
    path: '/default/aggregate',
    start: {},
    reach: (page) => page.getByRole('button', { name: 'Add columns' }).waitFor(),
  },
  {
    name: 'aggregate',
    title: 'Aggregate: headers that span, totals, shading',
    path: '/default/aggregate',
    start: { cohort: [female], axes: spanning },
    reach: figures,
  },
  {
    name: 'aggregate-chart',
    title: 'Aggregate as a chart',
    path: '/default/aggregate?view=chart',
    start: { axes: [row('race'), column('sex')] },
    reach: (page) => page.getByRole('img', { name: /^(Bar|Grouped|Stacked)/ }).waitFor(),
  },
  {
    name: 'aggregate-dialog',
    title: 'Aggregate: choosing rows and columns',
    path: '/default/aggregate',
    start: {},
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add rows' }).click();
      await page.getByRole('dialog').getByRole('treeitem').first().waitFor();
    },
  },
  {
    name: 'aggregate-levels',
    title: 'Aggregate: terms of a level with all narrower ones',
    path: '/default/aggregate',
    start: { axes: [row('primary_lesion'), column('sex')] },
    reach: async (page) => {
      const level = page.getByRole('button', { name: 'Level of Primary lesion' });
      await level.click();
      await page.getByRole('menuitem', { name: 'Level 2, with narrower terms' }).click();
      await expect(level).toHaveText('level 2');
      await figures(page);
      await level.click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'aggregate-suppressed',
    title: 'Aggregate with hidden figures, for a member who may see aggregates only',
    path: '/default/aggregate',
    account: 'analyst',
    start: { axes: [row('race'), column('lesion_group')], aggregatesOnly: true },
    reach: figures,
  },
  {
    name: 'aggregate-refused',
    title: 'Aggregate: too many cells',
    path: '/default/aggregate',
    start: {
      axes: [row('lesion_group'), row('variant_gene'), column('birth_date'), column('race')],
    },
    reach: (page) => page.getByText('Aggregate failed to load').waitFor(),
  },
];
