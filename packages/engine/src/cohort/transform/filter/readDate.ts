import { isWholeYears, isWindow, isYearsOfDays } from '@atrium/contract';
import { showsYearsOnly } from '../../../dictionary/conceptAccess.ts';
import { fieldReader } from '../fields.ts';
import { type FilterDraft, type FilterForm, includesNull } from './filterDraft.ts';

const isInYears = ({ concept, context }: FilterForm): boolean =>
  showsYearsOnly(concept, context.member.level);

/** Inclusive days, or days back from today; whole years where the member sees no more (contract 7.5). */
export const readDate = (given: FilterForm): FilterDraft =>
  given.form.queryType === 'relative_to_today' ? readDaysAgo(given) : readDays(given);

function readDays(given: FilterForm): FilterDraft {
  const { form, concept } = given;
  const inYears = isInYears(given);
  const reader = fieldReader();
  const { errors } = reader;
  const min = reader.day('Minimum', form.min, inYears ? 'first' : undefined);
  const max = reader.day('Maximum', form.max, inYears ? 'last' : undefined);
  if (errors.length === 0 && min === null && max === null && !includesNull(form))
    errors.push(`Minimum, Maximum: give at least one date of ${concept.title}.`);
  if (min !== null && max !== null && min > max)
    errors.push('Minimum, Maximum: the minimum is after the maximum.');
  if (inYears && !isWholeYears(min, max))
    errors.push(`Minimum, Maximum: you may ask for whole years of ${concept.title} only.`);
  const flags = { includeNullAndMissing: includesNull(form) };
  return {
    values: { kind: 'dateRange', queryType: 'date_range', min, max, ...flags },
    errors,
    missing: [],
  };
}

function readDaysAgo(given: FilterForm): FilterDraft {
  const { form, concept } = given;
  const reader = fieldReader();
  const { errors } = reader;
  const daysAgo = reader.wholeNumber('Days ago', form.daysAgo);
  if (daysAgo === null && errors.length === 0) errors.push('Days ago: give a number of days.');
  if (daysAgo !== null && !isWindow(daysAgo)) errors.push('Days ago: give a number from 1 to 100000.');
  if (daysAgo !== null && isInYears(given) && !isYearsOfDays(daysAgo))
    errors.push(`Days ago: you may ask for whole years (365, 730, …) of ${concept.title} only.`);
  const flags = { includeNullAndMissing: includesNull(form) };
  return {
    values: { kind: 'relativeDate', queryType: 'relative_to_today', daysAgo: daysAgo ?? 0, ...flags },
    errors,
    missing: [],
  };
}
