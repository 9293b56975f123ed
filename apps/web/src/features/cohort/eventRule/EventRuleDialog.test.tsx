import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { EventOption } from '@atrium/contract/wire/criteriaSetOptions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCohort, anEdit, aSet } from '../../../testing/cohorts.ts';
import { aConcept } from '../../../testing/concepts.ts';
import { openPanel, surgeries } from '../../../testing/openPanel.tsx';
import { answers, server } from '../../../testing/server.ts';

const open = { allowed: true } as const;
const between: EventOption = {
  ...open,
  kind: 'date_range',
  label: 'Between dates',
  inYears: false,
  dateMin: '01/01/2015',
  dateMax: '',
};
const ages: EventOption = {
  ...open,
  kind: 'age_in_days_range',
  label: 'Between ages',
  ageMin: null,
  ageMax: null,
};
const today: EventOption = {
  ...open,
  kind: 'relative_to_today',
  label: 'Relative to today',
  daysAgo: 1,
  daysAgoOptions: [
    [1, 'today'],
    [30, '30 days'],
  ],
};
const other: EventOption = {
  ...open,
  kind: 'relative_to_other_event',
  label: 'Relative to another event',
  otherEvents: [{ criteriaSetEntryId: 'T', criteriaSetName: 'Stay 1', eventType: 'interval' }],
  collectionEventType: 'point',
  existingEventRule: { kind: 'no_restriction' },
  dateOptions: [
    [-30, '30 days before'],
    [0, 'same day'],
    [365, '1 year after'],
  ],
};
const anyDate: EventOption = { ...open, kind: 'no_restriction', label: 'Any date' };

async function openDialog(eventOptions: readonly EventOption[], selected: EventOption) {
  const { isRootCollection: _, ...set } = aSet({
    collectionId: 'surgery',
    criteriaSetName: 'Surgery 1',
    hasEventField: true,
    eventRuleLabel: 'any date',
  });
  const panel = openPanel(aCohort({ criteriaSets: [set] }));
  server.use(
    answers(catalogueEndpoints.collection, {
      ...surgeries,
      criteriaSetEntryId: 's1',
      criteriaSetEventOptions: { eventOptions: [...eventOptions], selectedEventOption: selected.kind },
    }),
    // The preview waits for a pause in what is typed, which a busy machine makes.
    answers(cohortEndpoints.countAfter, { count: 6080, errors: [], snapshotId: 7 }),
  );
  await panel.user.click(await screen.findByRole('button', { name: 'Edit date rule: Surgery 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When it happened: Surgery 1' }));
  await dialog.findByRole('button', { name: 'Update cohort' });
  const save = () => panel.user.click(dialog.getByRole('button', { name: 'Update cohort' }));
  return { ...panel, dialog, save };
}

const modify = { type: 'modify_event_rule', entry_id: 's1' };

it('asks in plain words and shows the rule that there is', async () => {
  const { dialog } = await openDialog([between, today, other, anyDate], between);
  expect(dialog.getByRole('radiogroup', { name: 'Which surgeries count?' })).toBeInTheDocument();
  expect(dialog.getByRole('radio', { name: 'Between dates' })).toBeChecked();
  expect(dialog.getByLabelText('Earliest')).toHaveValue('2015-01-01');
});

it('another form posts its own fields only', async () => {
  const { user, dialog, save, posted } = await openDialog([between, today, anyDate], between);
  await user.click(dialog.getByRole('radio', { name: 'Relative to today' }));
  await user.selectOptions(dialog.getByLabelText('Happened within the last'), '30 days');
  await save();
  await waitFor(() =>
    expect(posted).toEqual([{ ...modify, option_type: 'relative_to_today', days_ago: '30' }]),
  );
});

it('ages may be given in years and are posted in days', async () => {
  const { user, dialog, save, posted } = await openDialog([ages, anyDate], ages);
  await user.type(dialog.getByLabelText('Latest'), '2');
  await save();
  await waitFor(() =>
    expect(posted).toEqual([{ ...modify, option_type: 'age_in_days_range', age_min: '', age_max: '730' }]),
  );
});

it('when something happened is one sentence, with what the cohort would be and a picture of it (rule 11.26)', async () => {
  const { user, dialog, save, posted } = await openDialog([other, anyDate], other);
  server.use(answers(cohortEndpoints.countAfter, { count: 57, errors: [], snapshotId: 1 }));
  await user.selectOptions(dialog.getByLabelText('Before or after'), 'before to after');
  await user.clear(dialog.getByLabelText('Before it at most'));
  await user.type(dialog.getByLabelText('Before it at most'), '30');
  await user.clear(dialog.getByLabelText('After it at most'));
  await user.type(dialog.getByLabelText('After it at most'), '45');
  const line = 'Surgery 1: 30 days before – 45 days after Stay 1';
  expect(dialog.getByRole('img', { name: line })).toBeInTheDocument();
  expect(await dialog.findByText('57')).toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('Date of the other event for the last bound'), 'end');
  await save();
  await waitFor(() =>
    expect(posted).toEqual([
      {
        ...modify,
        option_type: 'relative_to_other_event',
        target_entry_id: 'T',
        reference_date_T: 'start',
        range_start_days_from_target_T: '-30',
        range_start_target_T: 'start',
        range_end_days_from_target_T: '45',
        range_end_target_T: 'end',
      },
    ]),
  );
});

it('an event that is no set yet is searched for there and then, and made with the rule (rule 3.29)', async () => {
  const concept = aConcept({ conceptId: 'procedure', conceptType: 'category', name: 'Procedure' });
  const values = ['surgery', 'participant'].map((collectionId) => ({
    concept: { ...concept, collectionId },
    text: `Norwood ${collectionId}`,
  }));
  const { user, dialog, save, posted } = await openDialog([{ ...other, otherEvents: [] }, anyDate], other);
  server.use(
    answers(catalogueEndpoints.conceptSearch, { search: 'norwood', concepts: [], values }),
    answers(cohortEndpoints.countAfter, { count: 57, errors: [], snapshotId: 1 }),
  );
  expect(dialog.getByRole('button', { name: 'Update cohort' })).toBeDisabled();
  await user.type(dialog.getByRole('combobox', { name: 'Other event' }), 'norwood');
  await user.click(await screen.findByRole('option', { name: 'Norwood surgery (Procedure)' }));
  expect(screen.queryByRole('option', { name: /Norwood participant/ })).not.toBeInTheDocument();
  await save();
  await waitFor(() =>
    expect(posted).toEqual([
      {
        ...modify,
        option_type: 'relative_to_other_event',
        reference_date: 'start',
        range_start_days_from_target: '0',
        range_start_target: 'start',
        range_end_days_from_target: '365',
        range_end_target: 'start',
        target_filter: {
          type: 'add_entry',
          concept_id: 'procedure',
          criteria_set: 'new',
          ignore_warnings: false,
          selected_categories: ['Norwood surgery'],
        },
      },
    ]),
  );
});

it('dates that show as years are apart by calendar years, and events that show days are not offered', async () => {
  const years: EventOption = {
    ...other,
    inYears: true,
    closedEvents: [{ criteriaSetName: 'Visit 1', reason: 'Exact dates and whole years.' }],
    dateOptions: [
      [-365, '1 calendar year before'],
      [0, 'same calendar year'],
      [365, '1 calendar year after'],
    ],
  };
  const { dialog } = await openDialog([years, anyDate], years);
  expect(dialog.getByText(/distances are counted in calendar years/)).toBeInTheDocument();
  expect(dialog.getByText('“Visit 1” is not offered: Exact dates and whole years.')).toBeInTheDocument();
  expect(dialog.getByLabelText('At most')).toHaveValue(1);
  expect(within(dialog.getByLabelText('Unit of the distance')).getAllByRole('option')).toHaveLength(1);
});

it('a form that is not possible says why', async () => {
  const closed: EventOption = {
    kind: 'relative_to_other_event',
    label: 'Relative to another event',
    allowed: false,
    disallowedReason: 'Not possible together with a count rule.',
  };
  const { dialog } = await openDialog([between, closed, anyDate], between);
  const radio = dialog.getByRole('radio', { name: /Relative to another event/ });
  expect(radio).toBeDisabled();
  expect(dialog.getByText(/Not possible together with a count rule/)).toBeInTheDocument();
});

it("the server's errors stand at their fields, the first of which gets the focus", async () => {
  const { user, dialog, save } = await openDialog([between, anyDate], between);
  server.use(
    answers(cohortEndpoints.edit, {
      ...anEdit({
        transformationSuccessful: false,
        transformationErrors: ['date_min: the minimum is above the maximum.', 'No luck today.'],
        transformationRefusals: [
          { fields: ['date_min'], code: 'reversed', message: 'the minimum is above the maximum.' },
          { fields: [], code: 'conflict', message: 'No luck today.' },
        ],
      }),
    }),
  );
  await user.type(dialog.getByLabelText('Latest'), '2014-01-01');
  await save();
  const earliest = dialog.getByLabelText('Earliest');
  await waitFor(() => expect(earliest).toBeInvalid());
  expect(dialog.getByText('The minimum is above the maximum.')).toBeInTheDocument();
  expect(dialog.getByText('No luck today.')).toBeInTheDocument();
  expect(earliest).toHaveFocus();
});
