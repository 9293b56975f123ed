import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { AnalysisResult, AnalysisView, CrossTab } from '@atrium/contract/wire/analysis';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { screen } from '@testing-library/react';
import { anAnalysis, anAnalysisEdit, aRun } from './analyses.ts';
import { aCohort } from './cohorts.ts';
import { aCategory, aConcept } from './concepts.ts';
import { participants } from './openPanel.tsx';
import { aDataset, aDatasetDetail, aUser } from './people.ts';
import { renderPortal } from './renderPortal.tsx';
import { answers, server } from './server.ts';

export const noAxes = anAnalysis({ rows: [], cols: [] }, { snapshotId: null });
export const sexByRace = anAnalysis({ rows: ['sex'], cols: ['race'] });
export const figures: CrossTab = {
  index: ['Female', 'Male'],
  columns: ['Asian', 'White'],
  data: [
    [41, 1204],
    [0, 977],
  ],
  totals: { rows: [1240, 977], columns: [41, 2181], all: 2217 },
};

interface Situation {
  readonly dataset?: Partial<DatasetDetail>;
  readonly view?: AnalysisView;
  readonly crossTab?: CrossTab | null;
  readonly suppression?: AnalysisResult['suppression'];
  readonly at?: string;
}

/** Opens the screen with one analysis and its figures; collects the edits that are posted. */
export function openAggregate(situation: Situation = {}) {
  const { dataset, view = sexByRace, crossTab = figures, suppression = null, at = '' } = situation;
  const posted: unknown[] = [];
  const state = { view, crossTab };
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v6.5.3', version: 'v6.5.3' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, aDatasetDetail(dataset)),
    answers(catalogueEndpoints.collections, [participants]),
    answers(cohortEndpoints.read, aCohort()),
    answers(cohortEndpoints.count, { count: 2222, definition: [] }),
    answers(catalogueEndpoints.categories, {
      categoryId: 'top',
      categories: [aCategory({ name: 'Heart' })],
      concepts: [
        aConcept(),
        aConcept({ conceptId: 'race', name: 'Race' }),
        aConcept({ conceptId: 'lesion', name: 'Primary cardiac lesion' }),
      ],
    }),
    answers(analysisEndpoints.read, () => state.view),
    answers(analysisEndpoints.run, () => aRun(state.view, state.crossTab, { suppression })),
    answers(analysisEndpoints.edit, ({ body }) => {
      posted.push(body);
      return anAnalysisEdit(state.view);
    }),
  );
  const portal = renderPortal(`/default/aggregate${at}`);
  return { ...portal, posted, state };
}

export const editsOf = (posted: readonly unknown[]) => posted.map((body) => Object(body).transformation);
export const table = () => screen.findByRole('table');
export const textOf = (cells: readonly HTMLElement[]) => cells.map((cell) => cell.textContent);
