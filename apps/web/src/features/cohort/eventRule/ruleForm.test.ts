import type { EventOption, EventOptions } from '@atrium/contract/wire/criteriaSetOptions';
import { expect, it } from 'vitest';
import {
  ageInUnit,
  ageUnitOf,
  daysFromUnit,
  draftOf,
  postedRule,
  type RuleDraft,
  withAgeUnit,
} from './ruleForm.ts';

const open = { label: 'x', allowed: true } as const;
const draft = (option: EventOption, changes: Readonly<Record<string, string>> = {}): RuleDraft => {
  const made = draftOf(only(option));
  return { ...made, fields: { ...made.fields, ...changes } };
};
const only = (option: EventOption): EventOptions => ({
  eventOptions: [option],
  selectedEventOption: option.kind,
});

it.each<[string, EventOption, Readonly<Record<string, string>>]>([
  [
    'between dates',
    { ...open, kind: 'date_range', inYears: false, dateMin: '01/31/2015', dateMax: '' },
    { date_min: '2015-01-31', date_max: '' },
  ],
  [
    'between years',
    { ...open, kind: 'date_range', inYears: true, dateMin: '2015', dateMax: '2016' },
    { date_min: '2015', date_max: '2016' },
  ],
  [
    'an interval between dates',
    {
      ...open,
      kind: 'interval_date_range',
      inYears: false,
      dateStartMin: '01/01/2015',
      dateStartMax: '',
      dateEndMin: '',
      dateEndMax: '12/31/2016',
    },
    { date_start_min: '2015-01-01', date_start_max: '', date_end_min: '', date_end_max: '2016-12-31' },
  ],
  [
    'a window up to today',
    { ...open, kind: 'relative_to_today', daysAgo: 30, daysAgoOptions: [[30, '30 days']] },
    { days_ago: '30' },
  ],
  [
    'windows of an interval',
    {
      ...open,
      kind: 'interval_relative_to_today',
      startDateDaysAgo: null,
      endDateDaysAgo: 7,
      daysAgoOptions: [[7, '7 days']],
    },
    { start_date_days_ago: '', end_date_days_ago: '7' },
  ],
  [
    'ages, whole years of which come back as the days they were',
    { ...open, kind: 'age_in_days_range', ageMin: 365, ageMax: 730 },
    { age_min: '365', age_max: '730' },
  ],
  [
    'ages of days',
    {
      ...open,
      kind: 'interval_age_in_days_range',
      ageStartMin: 0,
      ageStartMax: 40,
      ageEndMin: null,
      ageEndMax: null,
    },
    { age_start_min: '0', age_start_max: '40', age_end_min: '', age_end_max: '' },
  ],
  ['any date', { ...open, kind: 'no_restriction' }, {}],
  [
    'a distance from another event, its fields named after the target',
    {
      ...open,
      kind: 'relative_to_other_event',
      otherEvents: [{ criteriaSetEntryId: 'T', criteriaSetName: 'Surgery 1', eventType: 'interval' }],
      collectionEventType: 'point',
      existingEventRule: {
        kind: 'relative_to_other_event',
        targetEntryId: 'T',
        referenceDate: 'start',
        rangeStartDaysFromTarget: -30,
        rangeStartTarget: 'end',
        rangeEndDaysFromTarget: 0,
        rangeEndTarget: 'start',
      },
      dateOptions: [[0, 'same day']],
    },
    {
      target_entry_id: 'T',
      reference_date_T: 'start',
      range_start_days_from_target_T: '-30',
      range_start_target_T: 'end',
      range_end_days_from_target_T: '0',
      range_end_target_T: 'start',
    },
  ],
])('%s: what the server holds is what an untouched form posts', (_, option, posted) => {
  expect(postedRule(draft(option))).toEqual({ fields: posted });
});

it('a form that is not open opens at the first one that may be used', () => {
  const made = draftOf({
    eventOptions: [
      { kind: 'date_range', label: 'x', allowed: false, disallowedReason: 'no' },
      { kind: 'no_restriction', ...open },
    ],
    selectedEventOption: 'date_range',
  });
  expect(made.kind).toBe('no_restriction');
});

it('only the fields of the open form are posted', () => {
  const made = draft({ ...open, kind: 'relative_to_today', daysAgo: 30, daysAgoOptions: [] });
  expect(postedRule({ ...made, kind: 'no_restriction' })).toEqual({ fields: {} });
});

const around: Extract<EventOption, { kind: 'relative_to_other_event' }> = {
  ...open,
  kind: 'relative_to_other_event',
  otherEvents: [],
  undatedEvents: [{ criteriaSetEntryId: 'U', criteriaSetName: 'Lab 1', eventType: 'point' }],
  collectionEventType: 'point',
  existingEventRule: { kind: 'no_restriction' },
  dateOptions: [],
};
const days = (made: RuleDraft) => {
  const { fields } = postedRule(made);
  return [fields['range_start_days_from_target_U'], fields['range_end_days_from_target_U']];
};

it.each([
  [{ near: '0', far: '180' }, ['0', '180']],
  [{ near: '7', far: '30', direction: 'before' }, ['-30', '-7']],
  [{ near: '7', far: '30', direction: 'around' }, ['-7', '30']],
  [{ near: '0', far: '2', distance_unit: 'years' }, ['0', '730']],
  [{ near: '1', far: '2', distance_unit: 'calendar_years', direction: 'before' }, ['-730', '-365']],
  [{ near: '', far: 'soon' }, ['', 'soon']],
])('%j between two events are the days %j (rule 11.26)', (sentence, posted) => {
  expect(days(draft(around, sentence))).toEqual(posted);
});

it.each([
  [[-365, 730], { direction: 'around', near: '1', far: '2', distance_unit: 'years' }],
  [[-90, 0], { direction: 'before', near: '0', far: '90', distance_unit: 'days' }],
  [[0, 0], { direction: 'after', near: '0', far: '0', distance_unit: 'days' }],
] as const)('the days %j read as a sentence', ([start, end], sentence) => {
  const rule = {
    kind: 'relative_to_other_event',
    targetEntryId: 'U',
    referenceDate: 'start',
    rangeStartDaysFromTarget: start,
    rangeStartTarget: 'start',
    rangeEndDaysFromTarget: end,
    rangeEndTarget: 'start',
  } as const;
  expect(draft({ ...around, existingEventRule: rule }).fields).toMatchObject(sentence);
});

it('an event that was found goes along as the filter of a new set, and the fields name no set (rule 3.29)', () => {
  const filter = '{"type":"add_entry","concept_id":"surgery_procedure","selected_categories":["Norwood"]}';
  const { fields, targetFilter } = postedRule(draft(around, { target_entry_id: '', target_filter: filter }));
  expect(targetFilter).toMatchObject({ conceptId: 'surgery_procedure', selectedCategories: ['Norwood'] });
  expect(fields).toMatchObject({ range_start_days_from_target: '0', range_end_days_from_target: '365' });
});

it.each([
  ['1', 'years', '365'],
  ['2', 'years', '730'],
  ['0.5', 'years', '182'],
  ['-1', 'years', '-365'],
  ['-0.5', 'years', '-182'],
  ['7', 'days', '7'],
  ['', 'years', ''],
  ['old', 'years', 'old'],
] as const)('%s %s are %s days', (text, unit, days) => {
  expect(daysFromUnit(text, unit)).toBe(days);
});

it.each([
  ['365', '1'],
  ['1461', '4'],
  ['-365', '-1'],
  ['40', '0.11'],
  ['', ''],
])('%s days are %s years', (days, years) => {
  expect(ageInUnit(days, 'years')).toBe(years);
});

it('ages are shown in years where all of them are whole years', () => {
  expect(
    [
      ['365', ''],
      ['', ''],
      ['365', '40'],
    ].map(ageUnitOf),
  ).toEqual(['years', 'years', 'days']);
});

it('a change of unit keeps the age', () => {
  const years = draft({ ...open, kind: 'age_in_days_range', ageMin: 730, ageMax: null });
  expect(years.fields['age_min']).toBe('2');
  expect(withAgeUnit(years, 'days').fields['age_min']).toBe('730');
});
