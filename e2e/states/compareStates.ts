import type { Page } from '@playwright/test';
import type { ScreenState } from './screenState.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Table 1' }).waitFor();
const bySex = 'groups=everyone-reg_sex';
const concepts = 'concepts=reg_anatomy.reg_gestational_age.reg_status.reg_language.reg_age_last_seen';
const operation = 'record~operation~reg_operation_stage~';
const written = (...steps: readonly string[]) =>
  steps
    .map((step) =>
      encodeURIComponent(
        encodeURIComponent(step).replace(/[~_-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
      ),
    )
    .join('.');
const stages = ['1', '2', '3'].map((stage) => `record~operation~reg_operation_stage~Stage ${stage}`);
const times = `zero=${operation}Stage%201&end=${operation}Stage%202&last=value~reg_age_last_seen`;

export const compareStates: readonly ScreenState[] = [
  {
    name: 'compare-start',
    title: 'Compare, nothing chosen',
    path: '/default/compare',
    reach: (page) => page.getByText(/^Choose groups and concepts/).waitFor(),
  },
  {
    name: 'compare',
    title: 'Compare: Table 1 by sex',
    path: `/registry/compare?${bySex}&${concepts}`,
    account: 'curator',
    reach: table,
  },
  {
    name: 'compare-curves',
    title: 'Compare: from stage 1 to stage 2, by sex',
    path: `/registry/compare?${bySex}&${times}`,
    account: 'curator',
    reach: async (page) => {
      await page.getByRole('table', { name: /at risk/ }).waitFor();
      await page.getByText(/^Log-rank test/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'compare-pathway',
    title: 'Compare: the pathway from stage 1 to stage 3, of everyone',
    path: `/registry/compare?of=all&stages=${written(...stages)}&last=value~reg_age_last_seen`,
    account: 'curator',
    reach: (page) => page.getByRole('table', { name: 'Stages of the pathway' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'compare-suppressed',
    title: 'Compare with hidden figures, for a member who may see aggregates only',
    path: '/default/compare?groups=everyone-sex&concepts=race.vital_status.lesion_group',
    account: 'analyst',
    reach: table,
  },
];
