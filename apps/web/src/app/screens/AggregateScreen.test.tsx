import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { AnalysisResult, AnalysisView, CrossTab } from '@atrium/contract/wire/analysis';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAnalysis, anAnalysisEdit, aRun, aSmallNumberNote } from '../../testing/analyses.ts';
import { aCohort } from '../../testing/cohorts.ts';
import { aCategory, aConcept } from '../../testing/concepts.ts';
import { participants } from '../../testing/openPanel.tsx';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, respondsWith, server } from '../../testing/server.ts';

const empty = anAnalysis({ rows: [], cols: [] }, { snapshotId: null });
const sexByRace = anAnalysis({ rows: ['sex'], cols: ['race'] });
const figures: CrossTab = {
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
function openAggregate(situation: Situation = {}) {
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

const editsOf = (posted: readonly unknown[]) => posted.map((body) => Object(body).transformation);
const table = () => screen.findByRole('table');
const textOf = (cells: readonly HTMLElement[]) => cells.map((cell) => cell.textContent);

describe('who may open the screen', () => {
  it('a member without a workspace sees why not', async () => {
    openAggregate({ dataset: { canViewWorkspace: false } });
    expect(await screen.findByText('Your access does not include this page')).toBeVisible();
  });

  it('a member who may see aggregates only has the figures and no cohort', async () => {
    openAggregate({ dataset: { accessLevel: 'agg' } });
    expect(await table()).toHaveAccessibleName(/of the whole dataset, by Sex \(rows\) and Race \(columns\)/);
    expect(screen.queryByRole('complementary', { name: 'Filters' })).not.toBeInTheDocument();
  });

  it('any other member has the cohort beside the figures', async () => {
    openAggregate();
    expect(await table()).toHaveAccessibleName(/distinct participants of the active cohort/);
    expect(screen.getByRole('complementary', { name: 'Filters' })).toBeVisible();
  });
});

describe('a new analysis', () => {
  it('is an empty frame with a button for rows and one for columns', async () => {
    openAggregate({ view: empty, crossTab: null });
    expect(await screen.findByText('Count participants by one concept or by several')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add rows' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add columns' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeDisabled();
  });

  it('gets the concepts of the dialog when they are applied', async () => {
    const { user, posted, state } = openAggregate({ view: empty, crossTab: null });
    server.use(
      answers(analysisEndpoints.edit, ({ body }) => {
        posted.push(body);
        const done = anAnalysis({ rows: [], cols: ['race'] });
        Object.assign(state, {
          view: done,
          crossTab: { index: ['subject count'], columns: ['Asian', 'White'], data: [[41, 2181]] },
        });
        return anAnalysisEdit(done, { entryId: 'entry-race' });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Add columns' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rows and columns' });
    await user.click(await within(dialog).findByRole('treeitem', { name: /Race/ }));
    expect(within(dialog).getByRole('list', { name: 'Columns' })).toHaveTextContent('Race');
    expect(posted).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Apply changes' }));
    const shown = await table();
    expect(editsOf(posted)).toEqual([{ type: 'add_entry', concept_id: 'race', role: 'cols', index: 0 }]);
    expect(textOf(within(shown).getAllByRole('columnheader'))).toEqual(['Asian', 'White']);
    expect(textOf(within(shown).getAllByRole('cell').slice(-2))).toEqual(['41', '2,181']);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the dialog', () => {
  it('asks before it discards staged changes, and keeps them if the person stays', async () => {
    const { user, posted } = openAggregate();
    await user.click(await screen.findByRole('button', { name: 'Edit rows' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Move Sex to the columns' }));
    expect(within(dialog).getByRole('list', { name: 'Columns' })).toHaveTextContent(/Race.*Sex/);
    expect(within(dialog).getByRole('button', { name: 'Move Sex to the rows' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await user.click(await within(dialog).findByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByText('1 change not applied yet')).toBeVisible();
    expect(posted).toEqual([]);
  });

  it('refuses a concept that is already in use', async () => {
    const { user } = openAggregate();
    await user.click(await screen.findByRole('button', { name: 'Edit columns' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('treeitem', { name: /^Sex/ }));
    expect(within(dialog).getByText('Sex is on the rows already.')).toBeVisible();
    expect(within(dialog).getByText('No changes yet')).toBeVisible();
  });

  it('keeps a refused concept and shows the server’s reason', async () => {
    const { user } = openAggregate({ view: empty, crossTab: null });
    server.use(
      answers(analysisEndpoints.edit, () =>
        anAnalysisEdit(empty, {
          transformationSuccessful: false,
          transformationErrors: ['Race is not offered for analysis.'],
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Add rows' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('treeitem', { name: /Race/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Apply changes' }));
    expect(await within(dialog).findByText('Race is not offered for analysis.')).toBeVisible();
    expect(within(dialog).getByText(/Not every change could be made/)).toBeVisible();
  });
});

describe('the cross-tab', () => {
  it('names every cell by its headers on both sides', async () => {
    openAggregate();
    const shown = await table();
    const cell = within(shown).getByRole('cell', { name: '1,204' });
    const headers = (cell.getAttribute('headers') ?? '').split(' ').map((id) => document.getElementById(id));
    expect(headers.map((header) => header?.textContent)).toEqual(['Female', 'White']);
    expect(within(shown).getByText('Sex')).toBeVisible();
    expect(within(shown).getByText('Race')).toBeVisible();
  });

  it('joins equal neighbouring headers on both axes and marks missing values', async () => {
    openAggregate({
      view: anAnalysis({ rows: ['sex', 'lesion'], cols: ['race', 'birth_year'] }),
      crossTab: {
        index: [
          ['Female', 'ASD'],
          ['Female', 'VSD'],
          ['[not set]', 'VSD'],
        ],
        columns: [
          ['Asian', '1990s'],
          ['White', '1990s'],
          ['White', '2000s'],
        ],
        data: [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9],
        ],
      },
    });
    const shown = await table();
    expect(within(shown).getByRole('columnheader', { name: 'White' })).toHaveAttribute('colspan', '2');
    expect(within(shown).getByRole('rowheader', { name: 'Female' })).toHaveAttribute('rowspan', '2');
    expect(within(shown).getByText('[not set]')).toBeVisible();
    const cell = within(shown).getByRole('cell', { name: '6' });
    const headers = (cell.getAttribute('headers') ?? '').split(' ').map((id) => document.getElementById(id));
    expect(headers.map((header) => header?.textContent)).toEqual(['Female', 'VSD', 'White', '2000s']);
  });

  it('shows odd values as they are', async () => {
    const odd = ['A (b), "c"', "d's, e", true, false];
    openAggregate({
      view: anAnalysis({ rows: ['sex'], cols: [] }),
      crossTab: { index: odd, columns: ['subject count'], data: odd.map(() => [1]) },
    });
    const shown = await table();
    expect(textOf(within(shown).getAllByRole('rowheader'))).toEqual([
      'A (b), "c"',
      "d's, e",
      'True',
      'False',
    ]);
  });

  it('shows how many participants each row and column has, and says that cells can add up to more', async () => {
    const { user, router } = openAggregate();
    await table();
    expect(screen.getByRole('columnheader', { name: 'Total' })).toBeVisible();
    expect(textOf(screen.getAllByRole('cell').slice(-3))).toEqual(['41', '2,181', '2,217']);
    expect(screen.getByText(/A total counts nobody twice/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Totals' }));
    expect(screen.queryByRole('columnheader', { name: 'Total' })).toBeNull();
    expect(router.state.location.search).toMatchObject({ totals: 'off' });
  });

  it('orders rows and columns by count, and folds what has no value', async () => {
    const { user } = openAggregate({
      view: anAnalysis({ rows: ['sex'], cols: [] }),
      crossTab: {
        index: ['Female', 'Male', '\\[not set]', '[not set]'],
        columns: ['subject count'],
        data: [[5], [7], [2], [9]],
        totals: { rows: [5, 7, 2, 9], columns: [23], all: 23 },
      },
    });
    const rows = () => textOf(screen.getAllByRole('rowheader'));
    await table();
    await user.click(screen.getByRole('radio', { name: 'By count' }));
    expect(rows()).toEqual(['Male', 'Female', '“[not set]”', '[not set]', 'Total']);
    await user.click(screen.getByRole('switch', { name: 'Without a value' }));
    expect(rows()).toEqual(['Male', 'Female', '“[not set]”', 'Total']);
    expect(screen.getByText(/Left out are 1 row of participants without a value/)).toBeVisible();
  });

  it('says where a term is counted without its narrower ones, and counts it with them by level', async () => {
    const view = anAnalysis({ rows: ['lesion'], cols: [] });
    const rows = view.extended.rows.map((entry) => ({ ...entry, mayRollUp: true }));
    const { user, posted } = openAggregate({
      view: { ...view, extended: { rows, cols: [] } },
      crossTab: { index: ['ASD'], columns: ['subject count'], data: [[5]] },
    });
    await table();
    expect(screen.getByText(/Each term of Primary cardiac lesion is counted for itself/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Level of Primary cardiac lesion' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Level 2, with narrower terms' }));
    await waitFor(() =>
      expect(editsOf(posted)).toEqual([{ type: 'set_level', entry_id: 'entry-lesion', level: 2 }]),
    );
  });

  it('says which small numbers are hidden: legend, sentence, and percentages of the totals', async () => {
    openAggregate({
      dataset: { accessLevel: 'agg' },
      suppression: aSmallNumberNote('Counts from 1 to 10 are shown as <11.'),
      crossTab: {
        ...figures,
        data: [
          ['<11', 1204],
          [0, 977],
        ],
      },
      at: '?percent=row',
    });
    const shown = await table();
    expect(within(shown).getByRole('cell', { name: 'hidden' })).toBeVisible();
    expect(screen.getByText('hidden to protect small groups')).toBeVisible();
    expect(screen.getByText(/Counts from 1 to 10 are shown as <11/)).toBeVisible();
    expect(within(shown).getByRole('cell', { name: '97.1% 1,204' })).toBeVisible();
    expect(within(shown).getByRole('cell', { name: '100.0% 977' })).toBeVisible();
  });

  it('shows an example to a member who sees aggregates only, and takes it over on request', async () => {
    const { user, posted } = openAggregate({
      dataset: { accessLevel: 'agg' },
      view: { ...empty, example: sexByRace.extended },
      suppression: aSmallNumberNote('Small.'),
    });
    expect(
      await screen.findByText('An example of this dataset: Sex (rows) and Race (columns)'),
    ).toBeVisible();
    expect(within(await table()).getByRole('cell', { name: '1,204' })).toBeVisible();
    server.use(
      answers(analysisEndpoints.batch, ({ body }) => {
        posted.push(body);
        return anAnalysisEdit(sexByRace);
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Use this example' }));
    const transformations = [
      { type: 'add_entry', concept_id: 'sex', role: 'rows' },
      { type: 'add_entry', concept_id: 'race', role: 'cols' },
    ];
    await waitFor(() => expect(posted).toEqual([{ transformations }]));
  });

  it('does not say that there are no participants where everything is hidden', async () => {
    const explanation = 'Rows and columns whose own number may not be shown are left out.';
    openAggregate({
      dataset: { accessLevel: 'agg' },
      suppression: aSmallNumberNote(explanation),
      crossTab: { index: [], columns: [], data: [] },
    });
    expect(await screen.findByText('Nothing of this cross-tab may be shown')).toBeVisible();
    expect(screen.getByText(explanation)).toBeVisible();
    expect(screen.queryByText(/No participant falls/)).toBeNull();
  });

  it('removes a concept by the button beside its name', async () => {
    const { user, posted } = openAggregate();
    await user.click(within(await table()).getByRole('button', { name: 'Remove Race' }));
    await waitFor(() => expect(editsOf(posted)).toEqual([{ type: 'delete_entry', entry_id: 'entry-race' }]));
    expect(screen.getByRole('heading', { level: 1, name: 'Aggregate' })).toHaveFocus();
  });

  it('swaps and clears without a dialog', async () => {
    const { user, posted } = openAggregate();
    await user.click(await screen.findByRole('button', { name: 'Swap rows and columns' }));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() =>
      expect(editsOf(posted)).toEqual([{ type: 'swap_rows_and_cols' }, { type: 'clear_all' }]),
    );
  });

  it('undoes and redoes edits', async () => {
    const earlier = anAnalysis({ rows: [], cols: ['race'] }, { snapshotId: 299, nextSnapshotId: 300 });
    const { user, state } = openAggregate({ view: { ...sexByRace, previousSnapshotId: 299 } });
    const activated: unknown[] = [];
    server.use(
      answers(analysisEndpoints.snapshot, earlier),
      answers(analysisEndpoints.activate, ({ params }) => {
        const isEarlier = params['snapshotId'] === '299';
        activated.push(params['snapshotId']);
        state.view = isEarlier ? earlier : sexByRace;
        state.crossTab = isEarlier ? { ...figures, index: ['subject count'], data: [[5, 6]] } : figures;
        return state.view;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo: add Sex to the rows' }));
    expect(await screen.findByRole('button', { name: 'Add rows' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Redo: add Sex to the rows' }));
    expect(await screen.findByRole('button', { name: 'Remove Sex' })).toBeVisible();
    expect(activated).toEqual(['299', '300']);
  });

  it('announces new figures to screen readers', async () => {
    openAggregate();
    await table();
    expect(
      await screen.findByText('Sex (rows) and Race (columns): 2 rows and 2 columns of figures'),
    ).toBeInTheDocument();
  });
});

describe('the chart', () => {
  it('is opened by the address, and describes itself in a sentence', async () => {
    openAggregate({ at: '?view=chart' });
    const drawing = await screen.findByRole('img', { name: /^Bar chart/ });
    expect(drawing).toHaveAccessibleName(
      /the number of participants by Sex \(rows\) and Race \(columns\)\. The highest bar is Female, White with 1,204\./,
    );
  });

  it('has a chart for each value of the first of three concepts', async () => {
    openAggregate({
      view: anAnalysis({ rows: ['sex', 'lesion'], cols: ['race'] }),
      crossTab: {
        index: [
          ['Female', 'ASD'],
          ['Male', 'ASD'],
        ],
        columns: ['Asian'],
        data: [[1], [2]],
      },
      at: '?view=chart',
    });
    expect(await screen.findAllByRole('img', { name: /^(Female|Male): Bar chart/ })).toHaveLength(2);
  });

  it('offers the table where there are more than three concepts', { tags: 'long' }, async () => {
    const { user } = openAggregate({
      view: anAnalysis({ rows: ['sex', 'lesion'], cols: ['race', 'birth_year'] }),
      crossTab: { index: [['Female', 'ASD']], columns: [['Asian', '1990']], data: [[1]] },
      at: '?view=chart',
    });
    expect(await screen.findByText('The chart shows up to three concepts')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the table' }));
    expect(await table()).toBeVisible();
  });
});

describe('when there is nothing to show', () => {
  it('a failed run shows the server’s message, and the axes can be cleared', async () => {
    const detail = 'This cross-tab has more than 50,000 cells. Choose concepts with fewer values.';
    openAggregate();
    server.use(refuses(analysisEndpoints.run, 400, { detail, code: 'bad_request' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Aggregate failed to load');
    expect(alert).toHaveTextContent(detail);
    expect(within(alert).getByRole('button', { name: 'Clear all' })).toBeVisible();
  });

  it('a cohort in error yields no number', async () => {
    openAggregate();
    server.use(
      answers(
        analysisEndpoints.run,
        aRun(sexByRace, null, { errors: ['The concept of this filter is gone.'] }),
      ),
    );
    expect(await screen.findByText('The concept of this filter is gone.')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('a cross-tab without participants says so and names its rows and columns', async () => {
    openAggregate({ crossTab: { index: [], columns: [], data: [] } });
    expect(await screen.findByText('No participant falls into this cross-tab')).toBeVisible();
    expect(screen.getByText('There is nothing to count for Sex (rows) and Race (columns).')).toBeVisible();
  });
});

describe('the CSV', () => {
  async function save(choice: string) {
    const saved: string[] = [];
    const requests: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = openAggregate();
    server.use(respondsWith(analysisEndpoints.exportCsv, () => new Response('Sex,Asian\r\n')));
    server.events.on('request:start', ({ request }) => {
      if (request.url.includes('export_csv')) requests.push(new URL(request.url).search);
    });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await user.click(await screen.findByRole('menuitem', { name: choice }));
    await waitFor(() =>
      expect(saved).toEqual([expect.stringMatching(/^aggregate_export_default_[\d-]+\.csv$/)]),
    );
    server.events.removeAllListeners();
    return requests;
  }

  it('of the active cohort is saved under its fixed name (rule 11.9)', async () => {
    expect(await save('Active cohort')).toEqual(['?use_active_cohort=true']);
  });

  it('of the whole dataset leaves the cohort out', async () => {
    expect(await save('Whole dataset')).toEqual(['?use_active_cohort=false']);
  });
});
