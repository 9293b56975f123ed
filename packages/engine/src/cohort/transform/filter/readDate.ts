import { fieldError } from '../../../definition/outcome.ts';
import { showsYearsOnly } from '../../../dictionary/conceptAccess.ts';
import { fieldReader } from '../fields.ts';
import { type FilterDraft, type FilterForm, includesNull } from './filterDraft.ts';

/**
 * Inclusive days, or days back from today; a year stands for its edge where the member sees no more (rules 1.15, 2.16
 * and 2.17).
 */
export const readDate = (given: FilterForm): FilterDraft =>
  given.form.queryType === 'relative_to_today' ? readDaysAgo(given) : readDays(given);

function readDays({ form, concept, context }: FilterForm): FilterDraft {
  const inYears = showsYearsOnly(concept, context.member.level);
  const reader = fieldReader();
  const { errors } = reader;
  const min = reader.day('Minimum', form.min, inYears ? 'first' : undefined);
  const max = reader.day('Maximum', form.max, inYears ? 'last' : undefined);
  if (min !== null && max !== null && min > max)
    errors.push(fieldError(['Minimum', 'Maximum'], 'reversed', 'the minimum is after the maximum.'));
  const flags = { includeNullAndMissing: includesNull(form) };
  return {
    values: { kind: 'dateRange', queryType: 'date_range', min, max, ...flags },
    errors,
    missing: [],
  };
}

function readDaysAgo({ form }: FilterForm): FilterDraft {
  const reader = fieldReader();
  const { errors } = reader;
  const daysAgo = reader.wholeNumber('Days ago', form.daysAgo);
  if (daysAgo === null && errors.length === 0)
    errors.push(fieldError('Days ago', 'missing', 'give a number of days.'));
  const flags = { includeNullAndMissing: includesNull(form) };
  return {
    values: { kind: 'relativeDate', queryType: 'relative_to_today', daysAgo: daysAgo ?? 0, ...flags },
    errors,
    missing: [],
  };
}
