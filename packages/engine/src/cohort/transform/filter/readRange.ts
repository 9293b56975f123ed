import { toAgeInDays } from '@atrium/contract';
import { fieldError } from '../../../definition/outcome.ts';
import { type FieldReader, type FormValue, fieldReader } from '../fields.ts';
import { type FilterDraft, type FilterForm, includesNull } from './filterDraft.ts';

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** Inclusive bounds of a number; at least one, or the null option. */
export function readNumber(given: FilterForm): FilterDraft {
  const reader = fieldReader();
  const min = reader.number('Minimum', given.form.min);
  const max = reader.number('Maximum', given.form.max);
  return rangeDraft({ min, max }, reader, given);
}

/** Bounds of an age in days, from years and days of which a missing part is 0 (rule 2.16). */
export function readAge(given: FilterForm): FilterDraft {
  const { ageMinYear, ageMinDay, ageMaxYear, ageMaxDay } = given.form;
  const reader = fieldReader();
  const min = readBound(reader, 'Minimum', [ageMinYear, ageMinDay]);
  const max = readBound(reader, 'Maximum', [ageMaxYear, ageMaxDay]);
  return rangeDraft({ min, max }, reader, given);
}

function readBound(
  reader: FieldReader,
  side: string,
  [year, day]: readonly [FormValue, FormValue],
): number | null {
  const years = reader.number(`${side} years`, year);
  const days = reader.wholeNumber(`${side} days`, day);
  return years === null && days === null ? null : toAgeInDays({ years: years ?? 0, days: days ?? 0 });
}

function rangeDraft({ min, max }: Bounds, { errors }: FieldReader, { form }: FilterForm): FilterDraft {
  if (min !== null && max !== null && min > max)
    errors.push(fieldError(['Minimum', 'Maximum'], 'reversed', 'the minimum is above the maximum.'));
  const values = { kind: 'range', min, max, includeNullAndMissing: includesNull(form) } as const;
  return { values, errors, missing: [] };
}
