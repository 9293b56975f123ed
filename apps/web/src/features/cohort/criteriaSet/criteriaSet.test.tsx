import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { EventRule } from '@atrium/contract/wire/cohortDefinition';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import type { CollectionDetail, EventOption } from '@atrium/contract/wire/criteriaSetOptions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCohort, aFilter, anEdit, aSet } from '../../../testing/cohorts.ts';
import { openPanel, surgeries } from '../../../testing/openPanel.tsx';
import { answers, server } from '../../../testing/server.ts';

const surgerySet = (given: Partial<ReturnType<typeof aSet>> = {}) => {
  const { isRootCollection: _, ...set } = aSet({
    collectionId: 'surgery',
    criteriaSetName: 'Surgery 1',
    hasEventField: true,
    ...given,
  });
  return set;
};
const one = aCohort({ criteriaSets: [surgerySet()] });

const count = { transformation: 'add_criteria_set_count_rule', label: 'Count' } as const;
const alias = {
  transformation: 'set_criteria_set_alias',
  label: 'Name',
  allowed: true,
  alias: 'Early',
} as const;

async function openDialog(
  options: CollectionDetail['criteriaSetOptions'] = [
    { ...count, allowed: true, operator: 'at least', value: 1 },
    alias,
  ],
) {
  const panel = openPanel(one);
  server.use(
    answers(catalogueEndpoints.collection, {
      ...surgeries,
      criteriaSetEntryId: 's1',
      criteriaSetOptions: options,
    }),
  );
  const opener = await screen.findByRole('button', { name: 'Edit criteria set: Surgery 1' });
  await panel.user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Criteria set: Surgery 1' });
  await within(dialog).findByRole('button', { name: 'Update cohort' });
  return { ...panel, opener, dialog };
}

it('the heading reads as a sentence', async () => {
  openPanel(aCohort({ criteriaSets: [surgerySet({ entries: [aFilter()] })] }));
  const panel = await screen.findByRole('region', { name: 'Filters' });
  await waitFor(() => expect(panel).toHaveTextContent('Participant has at least one surgery where'));
});

it('the count rule is one sentence; its parts are posted, and the dialog closes', async () => {
  const { user, dialog, posted, opener } = await openDialog();
  expect(dialog).toHaveTextContent(/Participant has.*surgery/);
  const number = within(dialog).getByLabelText('Number');
  expect(number).toHaveFocus();
  await user.selectOptions(within(dialog).getByLabelText('How many'), 'exactly');
  await user.clear(number);
  await user.type(number, '0{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(posted).toEqual([
    { type: 'add_criteria_set_count_rule', entry_id: 's1', rule_operator: 'exactly', rule_count: 0 },
  ]);
  expect(opener).toHaveFocus();
});

it('a count that is no whole number is not posted', async () => {
  const { user, dialog, posted } = await openDialog();
  await user.clear(within(dialog).getByLabelText('Number'));
  await user.click(within(dialog).getByRole('button', { name: 'Update cohort' }));
  expect(await within(dialog).findByText('Give a whole number from 0.')).toBeInTheDocument();
  expect(posted).toEqual([]);
});

it('a count rule that is not possible says why, and the name is open', async () => {
  const { dialog } = await openDialog([
    { ...count, allowed: false, disallowedReason: 'Not possible while the date rule names another event.' },
    alias,
  ]);
  expect(within(dialog).getByRole('tab', { name: 'Count rule' })).toBeDisabled();
  expect(dialog).toHaveTextContent('Not possible while the date rule names another event.');
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Early');
});

it("the server's refusal stands at the field that it names, which gets the focus", async () => {
  const { user, dialog } = await openDialog();
  server.use(
    answers(cohortEndpoints.edit, {
      ...anEdit({
        transformationSuccessful: false,
        transformationErrors: ['Name: at most 200 characters.'],
        transformationRefusals: [
          { fields: ['Name'], code: 'out_of_range', message: 'at most 200 characters.' },
        ],
      }),
    }),
  );
  await user.click(within(dialog).getByRole('tab', { name: 'Name' }));
  await user.click(within(dialog).getByRole('button', { name: 'Update cohort' }));
  const field = await within(dialog).findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription(/At most 200 characters/);
  expect(field).toHaveFocus();
});

it('Escape closes the dialog without an edit, and the focus returns', async () => {
  const { user, opener, posted } = await openDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(opener).toHaveFocus();
  expect(posted).toEqual([]);
});

const relativeTo = (targetEntryId: string): EventRule => ({
  kind: 'relative_to_other_event',
  targetEntryId,
  referenceDate: 'start',
  rangeStartDaysFromTarget: 0,
  rangeStartTarget: 'start',
  rangeEndDaysFromTarget: 30,
  rangeEndTarget: 'start',
});
const stored = (entryId: string, eventRule: EventRule): CohortView['definition'][number] => ({
  kind: 'criteria_set',
  entryId,
  collectionId: 'surgery',
  eventRule,
  entries: [],
});
const chain = aCohort({
  definition: [
    stored('a', { kind: 'no_restriction' }),
    stored('b', relativeTo('a')),
    stored('c', relativeTo('b')),
  ],
  criteriaSets: [
    surgerySet({ entryId: 'a', criteriaSetName: 'Surgery 1', eventRuleLabel: 'any date' }),
    surgerySet({ entryId: 'b', criteriaSetName: 'Surgery 2', eventRuleLabel: 'soon after Surgery 1' }),
    surgerySet({ entryId: 'c', criteriaSetName: 'Surgery 3', eventRuleLabel: 'soon after Surgery 2' }),
  ],
});

it('a deletion that also deletes other rules warns first', async () => {
  const { user, posted } = openPanel(chain);
  await user.click(await screen.findByRole('button', { name: 'Delete criteria set: Surgery 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Date rules depend on this' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Surgery 2: soon after Surgery 1', 'Surgery 3: soon after Surgery 2']);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(posted).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Remove date rule: Surgery 1' }));
  await user.click(await screen.findByRole('button', { name: 'Delete it and 2 rules' }));
  await waitFor(() => expect(posted).toEqual([{ type: 'delete_event_rule', entry_id: 'a' }]));
});

it('a rule that no other counts from is removed at once', async () => {
  const { user, posted } = openPanel(chain);
  await user.click(await screen.findByRole('button', { name: 'Remove date rule: Surgery 3' }));
  await waitFor(() => expect(posted).toEqual([{ type: 'delete_event_rule', entry_id: 'c' }]));
});

it('a date rule is offered where there is none; it is made in its dialog, which begins with the other event', async () => {
  const { user, posted } = openPanel(one, {
    after: { criteriaSets: [surgerySet({ eventRuleLabel: 'any date' })] },
  });
  const open = { label: 'x', allowed: true } as const;
  const eventOptions: EventOption[] = [
    {
      ...open,
      kind: 'relative_to_other_event',
      otherEvents: [],
      collectionEventType: 'point',
      existingEventRule: { kind: 'no_restriction' },
      dateOptions: [],
    },
    { ...open, kind: 'no_restriction', label: 'Any date' },
  ];
  server.use(
    answers(catalogueEndpoints.collection, {
      ...surgeries,
      criteriaSetEventOptions: { eventOptions, selectedEventOption: 'no_restriction' },
    }),
    answers(cohortEndpoints.countAfter, { count: 57, errors: [], snapshotId: 1 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add date rule: Surgery 1' }));
  expect(await screen.findByRole('combobox', { name: 'Other event' })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Any date' }));
  await user.click(screen.getByRole('button', { name: 'Update cohort' }));
  await waitFor(() =>
    expect(posted).toEqual([{ type: 'modify_event_rule', entry_id: 's1', option_type: 'no_restriction' }]),
  );
  expect(await screen.findByText('any date')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit date rule: Surgery 1' })).toHaveFocus(),
  );
});

const family: Parameters<typeof openPanel>[1] = { root: { relatives: ['mother', 'father'] } };

it('a set says whom it is about, and can be made to be about a relative (rule 2.25)', async () => {
  const { user, posted } = openPanel(one, family);
  const whom = await screen.findByRole('combobox', { name: 'Whom it is about: Surgery 1' });
  expect(within(whom).getAllByRole('option')).toHaveLength(3);
  expect(whom).toHaveDisplayValue('the participant');
  await user.selectOptions(whom, 'the mother');
  await waitFor(() =>
    expect(posted).toEqual([{ type: 'set_criteria_set_about', entry_id: 's1', about: 'mother' }]),
  );
});

it('a set about anybody of the family says how many, and one of each family is a card without filters (rules 2.29 and 2.30)', async () => {
  const two = { operator: 'at least', value: 2 } as const;
  const view = aCohort({
    criteriaSets: [
      surgerySet({ about: 'any_member', familyCount: two }),
      {
        ...surgerySet({ entryId: 'f1', collectionId: 'participant', about: 'one_of_family' }),
        label: 'One of each family',
      },
    ],
  });
  const { user, posted } = openPanel(view, { root: { relatives: ['any_member'] } });
  const panel = await screen.findByRole('region', { name: 'Filters' });
  await waitFor(() => expect(panel).toHaveTextContent('At least 2 of the family have at least one surgery'));
  expect(panel).toHaveTextContent('One of each family');
  const many = await within(panel).findByRole('combobox', { name: 'How many of the family: Surgery 1' });
  expect(within(panel).getAllByText('All')).toHaveLength(1);
  expect(many).toHaveDisplayValue('at least 2');
  await user.selectOptions(many, 'exactly 1');
  await user.click(screen.getByRole('button', { name: 'Add criteria set' }));
  await user.click(await screen.findByRole('button', { name: 'One of each family' }));
  await waitFor(() =>
    expect(posted).toEqual([
      {
        type: 'set_criteria_set_about',
        entry_id: 's1',
        about: 'any_member',
        rule_operator: 'exactly',
        rule_count: 1,
      },
      { type: 'add_criteria_set', collection_id: 'participant', about: 'one_of_family' },
    ]),
  );
});

it('a set about a relative reads as a sentence, and one can be begun', async () => {
  const ofMother = aCohort({ criteriaSets: [surgerySet({ about: 'mother' })] });
  const { user, posted } = openPanel(ofMother, family);
  const panel = await screen.findByRole('region', { name: 'Filters' });
  await waitFor(() => expect(panel).toHaveTextContent('The mother has at least one surgery'));
  await user.click(screen.getByRole('button', { name: 'Add criteria set' }));
  await user.click(await screen.findByRole('button', { name: 'The father' }));
  await waitFor(() =>
    expect(posted).toEqual([{ type: 'add_criteria_set', collection_id: 'participant', about: 'father' }]),
  );
});
