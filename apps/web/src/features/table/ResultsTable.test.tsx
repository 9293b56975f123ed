import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import type { ExtendedTable, Preview, TableView } from '@atrium/contract/wire/tableView';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { participants } from '../../testing/openPanel.tsx';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, refuses, respondsWith, server } from '../../testing/server.ts';
import {
  aColumn,
  anExtendedTable,
  aTable,
  aTableEdit,
  aTablePage,
  lesionColumn,
} from '../../testing/tables.ts';
import { loadPreferences } from './columns/columnPreferences.ts';
import { ResultsTable } from './ResultsTable.tsx';
import type { TableAddress, TableDialog } from './tableAddress.ts';

const ageColumn = aColumn({ entryId: 'colAge00003', conceptId: 'age', conceptName: 'Age', label: 'Age' });
const threeColumns = anExtendedTable({ fields: [aColumn(), lesionColumn, ageColumn] });
const longText = 'A finding with such a long description that no column is wide enough for it';
const page = aTablePage(threeColumns, {
  rows: [
    ['CHD-1', ['TOF', 'PA'], 12],
    ['CHD-2', longText, 7.25],
    ['CHD-3', null, null],
  ],
  total: 6061,
});

function Table() {
  const [address, setAddress] = useState<TableAddress>({ page: 1, size: 25, sort: undefined });
  const [dialog, setDialog] = useState<TableDialog>();
  return (
    <ResultsTable
      dataset="default"
      cohort={7}
      filtered={['age', 'sex', 'height']}
      address={address}
      onAddress={(change) => setAddress({ ...address, ...change })}
      dialog={dialog}
      onDialog={setDialog}
      browse={() => null}
      toQuery={null}
    />
  );
}

function open(extended: ExtendedTable = threeColumns, shown: Preview = page) {
  server.use(answers(tableEndpoints.read, aTable(extended)), answers(tableEndpoints.preview, shown));
  return renderParts(<Table />);
}

const headings = () =>
  screen.getAllByRole('columnheader').map((cell) => within(cell).getAllByRole('button')[0]?.textContent);
const startOf = async (name: RegExp) => {
  const { user } = open();
  await screen.findByText('CHD-1');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return user;
};

it('a cell that has the focus keeps it when its value arrives', async () => {
  let arrive: (shown: Preview) => void = () => undefined;
  const late = new Promise<Preview>((resolve) => {
    arrive = resolve;
  });
  server.use(
    answers(tableEndpoints.read, aTable(threeColumns)),
    answers(tableEndpoints.preview, () => late),
  );
  renderParts(<Table />);
  const [first] = await screen.findAllByRole('rowheader');
  first?.focus();
  expect(first).toHaveFocus();
  arrive(page);
  expect(await screen.findByText('CHD-1')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'CHD-1' })).toHaveFocus();
});

describe('downloading the rows', () => {
  let saved: string[];
  beforeEach(() => {
    saved = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });

  it.each([
    ['a refusal because of too many downloads', 429, 'Too many requests. Please wait 10 seconds.'],
    ['a fault', 500, 'Something went wrong.'],
  ])('shows the server’s message about %s, and can be retried', async (_, status, detail) => {
    server.use(refuses(tableEndpoints.exportParquet, status, { detail, code: 'fault' }));
    const user = await startOf(/^Parquet/);
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    server.use(respondsWith(tableEndpoints.exportParquet, () => new Response('PAR1')));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(saved).toEqual([expect.stringMatching(/^results_export_default_[\d-]+\.parquet$/)]),
    );
    expect(await screen.findByText(/^results_export_default_[\d-]+\.parquet is saved \(/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [/^CSV/, tableEndpoints.exportCsv, /^results_export_default_[\d-]+_w07n\.csv$/],
    [/^NDJSON/, tableEndpoints.exportNdjson, /^results_export_default_[\d-]+_w07n\.ndjson$/],
    [/^Data dictionary/, tableEndpoints.exportDictionary, /^results_dictionary_default_[\d-]+_w07n\.json$/],
  ])('saves %s under a name with dataset, day and receipt (rule 11.9)', async (item, endpoint, name) => {
    const headers = { 'atrium-table-receipt': 'w07n-9m2q-xx3d-8zkt' };
    server.use(respondsWith(endpoint, () => new Response('{}', { headers })));
    await startOf(item);
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(name)]));
  });

  it('writes CSV as the person wants it, and keeps the choice (rule 11.36)', async () => {
    const asked: string[] = [];
    server.use(respondsWith(tableEndpoints.exportCsv, () => new Response('a')));
    server.events.on('request:start', ({ request }) => {
      if (request.url.includes('export_csv')) asked.push(new URL(request.url).search);
    });
    const user = await startOf(/^Settings for CSV/);
    await user.click(await screen.findByRole('radio', { name: 'Semicolon' }));
    await user.click(screen.getByRole('switch', { name: /byte order mark/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await user.click(
      await screen.findByRole('menuitem', { name: /^CSV\s*With semicolons and a byte order mark/ }),
    );
    await waitFor(() => expect(asked).toEqual(['?separator=semicolon&byte_order_mark=true']));
    server.events.removeAllListeners();
  });

  it('shows how much was received and how many rows are expected; cancelling closes the connection', async () => {
    const fetched = vi.spyOn(window, 'fetch');
    const endless = () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(2_500)) }));
    server.use(respondsWith(tableEndpoints.exportCsv, endless));
    const user = await startOf(/^CSV/);
    await waitFor(() =>
      expect(screen.getByTestId('download-progress')).toHaveTextContent(
        '2.5 kB received · 6,061 records expected',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByTestId('download-progress')).not.toBeInTheDocument();
    expect(fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(true);
    expect(saved).toEqual([]);
  });
});

it('says and shows that the results are loading, until the rows are there', async () => {
  let give = (): void => {};
  const requested = new Promise<void>((resolve) => {
    give = resolve;
  });
  server.use(
    answers(tableEndpoints.read, aTable(threeColumns)),
    answers(tableEndpoints.preview, async () => {
      await requested;
      return page;
    }),
  );
  renderParts(<Table />);
  expect(await screen.findByRole('progressbar', { name: 'Loading the results…' })).toBeVisible();
  expect(screen.getByText('Loading the results…', { selector: 'header *' })).toBeVisible();
  give();
  await screen.findByText('CHD-1');
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(screen.getByTestId('table-counts')).toHaveTextContent('6,061 records of 6,061 subjects');
});

describe('the dataset’s own word for its subjects', () => {
  beforeEach(() => server.use(answers(catalogueEndpoints.collections, [participants])));

  it.each([
    { rows: [], total: 0, title: 'No participant matches this cohort' },
    { rows: [['CHD-1', 'TOF', 12]], total: 1, title: '1 record of 1 participant' },
    { rows: page.data, total: 6061, title: '6,061 records of 6,061 participants' },
  ])('agrees with their number: $title', async ({ rows, total, title }) => {
    open(threeColumns, aTablePage(threeColumns, { rows, total }));
    await waitFor(() => expect(document.body).toHaveTextContent(title));
  });
});

describe('the columns', () => {
  it('are pinned beside the first one, also after the screen was left', async () => {
    const { user, unmount } = open();
    await screen.findByText('CHD-1');
    await user.click(screen.getByRole('button', { name: 'More for column Age' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Keep in view on the left' }));
    expect(headings()).toEqual(['Participant ID', 'Age', 'Primary cardiac lesion']);
    unmount();
    open();
    await screen.findByText('CHD-1');
    expect(headings()).toEqual(['Participant ID', 'Age', 'Primary cardiac lesion']);
  });

  it('become wider by keyboard, and can be reset to their usual width', async () => {
    const { user, container } = open();
    await screen.findByText('CHD-1');
    const widths = () => [...container.querySelectorAll('col')].map((col) => col.style.width).slice(1);
    expect(widths()).toEqual(['320px', '110px']);
    screen.getByRole('button', { name: 'More for column Age' }).focus();
    await user.keyboard('{Enter}');
    (await screen.findByRole('menuitem', { name: 'Wider' })).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(widths()).toEqual(['320px', '']);
    expect(loadPreferences('default').widths['colAge00003']).toBe(190);
    await user.click(screen.getByRole('menuitem', { name: 'Usual width' }));
    expect(widths()).toEqual(['320px', '110px']);
  });

  it('become wider by dragging their edge', async () => {
    open();
    await screen.findByText('CHD-1');
    const edge = screen.getByTestId('resize-colAge00003');
    edge.setPointerCapture = () => {};
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 110, 40));
    fireEvent.pointerDown(edge, { button: 0, clientX: 100 });
    fireEvent.pointerMove(edge, { clientX: 165 });
    fireEvent.pointerUp(edge);
    fireEvent.pointerMove(edge, { clientX: 400 });
    expect(loadPreferences('default').widths['colAge00003']).toBe(175);
  });

  it('move by one position with their menu', async () => {
    const queries: unknown[] = [];
    server.use(
      answers(tableEndpoints.edit, ({ body }) => {
        queries.push(body);
        return aTableEdit(aTable(anExtendedTable({ fields: [aColumn(), ageColumn, lesionColumn] })));
      }),
    );
    const { user } = open();
    await screen.findByText('CHD-1');
    await user.click(screen.getByRole('button', { name: 'More for column Age' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move left' }));
    await waitFor(() => expect(headings()).toEqual(['Participant ID', 'Age', 'Primary cardiac lesion']));
    expect(queries).toEqual([
      {
        transformation: {
          type: 'resort_columns',
          entry_ids: ['colSubject01', 'colAge00003', 'colLesion002'],
        },
      },
    ]);
  });

  it('sort within the order by Shift and by the menu, which clears the order too', async () => {
    const queries: unknown[] = [];
    server.use(
      refuses(catalogueEndpoints.concept, 404, { detail: 'There is no such concept.', code: 'not_found' }),
      answers(tableEndpoints.edit, ({ body }) => {
        queries.push(body);
        return aTableEdit(aTable(anExtendedTable({ fields: [aColumn(), ageColumn, lesionColumn] })));
      }),
      answers(tableEndpoints.batch, ({ body }) => {
        queries.push(body);
        const sort =
          queries.length < 2
            ? [{ entryId: 'colSubject01', direction: 1, label: 'Participant ID' } as const]
            : [];
        return aTableEdit(aTable(anExtendedTable({ fields: [aColumn(), ageColumn, lesionColumn], sort })));
      }),
    );
    const { user } = open();
    await screen.findByText('CHD-1');
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: /^Sort by Age/ }));
    await user.keyboard('{/Shift}');
    const added = (entry_id: string) => ({ type: 'add_sort_entry', entry_id });
    await waitFor(() =>
      expect(queries).toEqual([{ transformations: [added('colAge00003'), added('colSubject01')] }]),
    );
    await user.click(screen.getByRole('button', { name: 'More for column Age' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Clear the order' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ transformation: { type: 'clear_sort_entries' } }));
  });

  it('show their concept when the heading is reached by keyboard', async () => {
    server.use(
      refuses(catalogueEndpoints.concept, 404, { detail: 'There is no such concept.', code: 'not_found' }),
    );
    const { user } = open();
    await screen.findByText('CHD-1');
    screen.getByRole('button', { name: /^Options of Participant ID/ }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('button', { name: /^Sort by Primary cardiac lesion/ })).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Primary cardiac lesionHeart › Phenotype');
  });
});

describe('the cells', () => {
  it('are one tab stop, and arrow keys move among them', async () => {
    const { user } = open();
    const first = (await screen.findByText('CHD-1')).closest('th');
    expect(document.querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
    first?.focus();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement).toHaveTextContent(longText);
    expect(document.querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
  });

  it('align numbers to the right, and nothing else', async () => {
    open();
    await screen.findByText('CHD-1');
    expect(screen.getByText('7.25').closest('td')).toHaveAttribute('data-number');
    expect(screen.getByText('TOF; PA').closest('td')).not.toHaveAttribute('data-number');
  });
});

it('gives the focus back also where the columns were to be edited before the table had loaded', async () => {
  let give = (_: TableView): void => undefined;
  const loaded = new Promise<TableView>((resolve) => {
    give = resolve;
  });
  server.use(
    answers(tableEndpoints.read, () => loaded),
    answers(tableEndpoints.preview, page),
  );
  const { user } = renderParts(<Table />);
  const opener = await screen.findByRole('button', { name: 'Edit columns' });
  await user.click(opener);
  give(aTable(threeColumns));
  const dialog = await screen.findByRole('dialog', { name: 'Edit columns' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

it('adds the columns of the filters that the table does not have', async () => {
  const posted: unknown[] = [];
  const { user } = open();
  server.use(
    answers(tableEndpoints.edit, ({ body }) => {
      posted.push(body);
      return aTableEdit(aTable(threeColumns));
    }),
  );
  await screen.findByText('CHD-1');
  await user.click(screen.getByRole('button', { name: 'Add the columns of my filters' }));
  await waitFor(() =>
    expect(posted).toEqual([
      { transformation: { type: 'bulk_add_entries', concept_id_list: ['sex', 'height'] } },
    ]),
  );
});

it('a table that was never edited gets the columns of the filters by itself, once (rule 11.35)', async () => {
  const posted: unknown[] = [];
  server.use(
    answers(tableEndpoints.read, aTable(threeColumns, { snapshotId: null })),
    answers(tableEndpoints.preview, page),
    answers(tableEndpoints.edit, ({ body }) => {
      posted.push(body);
      return aTableEdit(aTable(threeColumns));
    }),
  );
  renderParts(<Table />);
  await screen.findByText('CHD-1');
  const transformation = { type: 'bulk_add_entries', concept_id_list: ['sex', 'height'] };
  await waitFor(() => expect(posted).toEqual([{ transformation }]));
});

it('a heading says on its line how values are joined, if they are (rule 11.37)', async () => {
  open();
  const heading = await screen.findByRole('columnheader', { name: /Primary cardiac lesion/ });
  expect(within(heading).getByText('distinct')).toBeVisible();
  expect(within(screen.getByRole('columnheader', { name: /Age/ })).queryByText('row per value')).toBeNull();
});
