import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { type ColumnInReading, type Draft, draftChangeWire } from '@atrium/contract/wire/draft';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { aUser } from '../../../testing/people.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';

const version = { platformVersion: 'v6.5.3', version: 'v6.5.3' };
const { drafts } = adminEndpoints.data;

const aColumn = (given: Partial<ColumnInReading> & { name: string }): ColumnInReading => ({
  reading: { type: 'string' },
  fit: { cells: 2, ofCells: 2, counterExamples: [] },
  choices: [],
  distinct: 2,
  filled: 2,
  frequent: [],
  isIdentifier: false,
  isHidden: false,
  ...given,
});

const aDraft = (given: Partial<Draft> = {}): Draft => ({
  id: 'd1',
  revision: 4,
  isOwn: true,
  files: ['sheet.csv'],
  descriptor: {
    name: 'sheet',
    resources: [
      {
        name: 'sheet',
        path: 'sheet.csv',
        schema: { fields: [{ name: 'id' }, { name: 'born', atrium: { phi: true } }], primaryKey: ['id'] },
      },
    ],
  },
  guesses: [],
  readings: [
    {
      paths: ['sheet.csv'],
      table: {
        encoding: 'utf-8',
        delimiter: ';',
        quoteChar: '"',
        commentChar: null,
        commentRows: [],
        headerRow: 1,
        names: null,
      },
      firstRows: [
        { row: 1, cells: ['id', 'born', ''] },
        { row: 2, cells: ['p1', '2001-02-03', 'x'] },
      ],
      names: ['id', 'born', ''],
      columns: [
        aColumn({ name: 'id' }),
        aColumn({ name: 'born', reading: { type: 'date' }, isIdentifier: true }),
      ],
    },
  ],
  decisions: {},
  dataset: { objection: null, exists: false },
  progress: null,
  failure: null,
  run: null,
  ...given,
});

type Change = z.output<typeof draftChangeWire>;

function openDesk(draft: Draft) {
  const sent: Change[] = [];
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser({ isStaff: true }), ...version }),
    answers(catalogueEndpoints.datasets, { datasets: [] }),
    answers(drafts.show, draft),
    takes(draft, sent),
  );
  return { ...renderPortal('/pcgc/admin/load/d1'), sent };
}

const takes = (draft: Draft, sent: Change[]) =>
  answers(drafts.change, ({ body }) => {
    const change = draftChangeWire.parse(body);
    sent.push(change);
    return { ...draft, revision: draft.revision + sent.length, decisions: change.decisions ?? {} };
  });

it('a decision is saved with what it is based on; one that is refused stays, and is sent again', async () => {
  const { user, sent } = openDesk(aDraft());
  server.use(refuses(drafts.change, 503, { detail: 'The portal is busy.' }));
  await user.click(await screen.findByRole('button', { name: 'Row 2 has the names' }));
  expect(await screen.findByText('The portal is busy.')).toBeVisible();
  server.use(takes(aDraft(), sent));
  await user.click(screen.getByRole('button', { name: 'Save again' }));
  await screen.findByText('Everything is saved');
  expect(sent).toEqual([{ base: 4, decisions: { readings: { 'sheet.csv': { table: { headerRow: 2 } } } } }]);
});

it('a column without a name has a field for one, and a name that another has is not taken', {
  tags: 'long',
}, async () => {
  const { user, sent } = openDesk(aDraft());
  const field = await screen.findByRole('textbox', { name: 'Name of column 3' });
  expect(
    screen.getByText('1 column has no name of its own, and is left out until it has one.'),
  ).toBeVisible();
  await user.type(field, 'id');
  expect(await screen.findByText('another column has this name')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'x');
  await waitFor(() => expect(sent.at(-1)?.decisions?.readings?.['sheet.csv']?.table?.names?.[2]).toBe('x'));
  const names = sent.map(({ decisions }) => decisions?.readings?.['sheet.csv']?.table?.names?.[2]);
  expect(names).not.toContain('id');
});

it('an identifier is opened by a word of its own', async () => {
  const { user, sent } = openDesk(aDraft());
  const seenBy = await screen.findByRole('combobox', { name: 'Who sees born' });
  expect(screen.getByText('No identifier is open.')).toBeVisible();
  await user.selectOptions(seenBy, 'deid');
  await user.click(await screen.findByRole('button', { name: 'Keep it closed' }));
  expect(seenBy).toHaveValue('phi');
  await user.selectOptions(seenBy, 'deid');
  await user.click(await screen.findByRole('button', { name: 'Open it' }));
  expect(await screen.findByText('1 identifier is open. born')).toBeVisible();
  await waitFor(() =>
    expect(sent.at(-1)?.decisions?.tables).toEqual({ sheet: { columns: { born: { seenBy: 'deid' } } } }),
  );
});

it('who did not send the files looks and changes nothing (rule 10.47)', async () => {
  const { user, sent } = openDesk(aDraft({ isOwn: false }));
  expect(await screen.findByText(/Somebody else sent these files/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Row 2 has the names' })).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'Who sees born' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Title of born' }), 'Born');
  const id = within(screen.getByRole('group', { name: 'The dataset' })).getByLabelText('Id of the dataset');
  expect(id).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Dry run' })).toBeEnabled();
  expect(sent).toEqual([]);
});
