import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAnalysis, anAnalysisEdit, aRun } from '../../testing/analyses.ts';
import {
  editsOf,
  figures,
  noAxes,
  openAggregate,
  sexByRace,
  table,
  textOf,
} from '../../testing/openAggregate.tsx';
import { answers, refuses, respondsWith, server } from '../../testing/server.ts';

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
    openAggregate({ view: noAxes, crossTab: null });
    expect(await screen.findByText('Count participants by one concept or by several')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add rows' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add columns' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeDisabled();
  });

  it('gets the concepts of the dialog when they are applied', async () => {
    const { user, posted, state } = openAggregate({ view: noAxes, crossTab: null });
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
    const { user } = openAggregate({ view: noAxes, crossTab: null });
    server.use(
      answers(analysisEndpoints.edit, () =>
        anAnalysisEdit(noAxes, {
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

describe('an edit', () => {
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
