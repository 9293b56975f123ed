import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import type { EditRefusal } from '@atrium/contract/wire/cohortView';
import type { TableOptions } from '@atrium/contract/wire/concept';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keptDraft } from '../../../api/useDraft.ts';
import { participants } from '../../../testing/openPanel.tsx';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, server } from '../../../testing/server.ts';
import { anExtendedTable, aTable, aTableEdit } from '../../../testing/tables.ts';
import { ColumnOptionsForm } from './ColumnOptionsForm.tsx';
import { keptOptions } from './columnForm.ts';

const options: TableOptions = {
  aggregationOptions: [
    {
      id: 'has_value',
      group: 'aggregate',
      label: 'has value',
      selected: true,
      inputs: [{ id: 'values', label: 'values', type: 'multiselect', selected: [], options: [['a', 'A']] }],
    },
  ],
  criteriaSetOptions: {},
  selectedAggregationCriteriaSet: null,
  entryAlias: null,
};

const openForm = () =>
  renderParts(
    <ColumnOptionsForm
      of={{ dataset: 'default', cohort: null }}
      column={{ conceptId: 'kind', entryId: 'colKind0001', name: 'Kind' }}
      options={options}
      kept={keptDraft(keptOptions, undefined)}
      onClose={() => {}}
      save={{ kind: 'now', onSaved: () => {} }}
    />,
  );

async function saveAndRefuse(refusal: EditRefusal, sentence: string) {
  const table = aTable(anExtendedTable());
  const refused = aTableEdit(table, {
    transformationSuccessful: false,
    transformationErrors: [sentence],
    transformationRefusals: [refusal],
  });
  server.use(answers(tableEndpoints.read, table), answers(tableEndpoints.edit, refused));
  const { user } = openForm();
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

it.each([
  ['an input of the method', 'values', 'Values'],
  ['the method', 'aggregation_method', /^How should several values/],
  ['the name', 'entry_alias', 'Name of the column'],
])('a refusal because of %s stands at that field and not above the form', async (_, field, label) => {
  await saveAndRefuse({ fields: [field], code: 'not_fitting', message: 'This is wrong.' }, 'This is wrong.');
  expect(await screen.findByText('This is wrong.')).toBeInTheDocument();
  const [input] = screen.getAllByLabelText(label);
  expect(input).toHaveAccessibleDescription(expect.stringContaining('This is wrong.'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('asks for the method in the dataset’s own word', async () => {
  server.use(
    answers(tableEndpoints.read, aTable(anExtendedTable())),
    answers(catalogueEndpoints.collections, [participants]),
  );
  openForm();
  expect(
    await screen.findByLabelText('How should several values of one participant be shown?'),
  ).toBeVisible();
});

it('a refusal of the whole column stands above the form', async () => {
  await saveAndRefuse(
    { fields: [], code: 'not_allowed', message: 'You may not use Kind.' },
    'You may not use Kind.',
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('You may not use Kind.');
});
