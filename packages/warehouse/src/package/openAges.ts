import type { PackageField } from '@atrium/contract';
import { conceptTypeOf } from './conceptRules.ts';
import { type DescribedPackage, isPublished } from './describedTable.ts';

const isProtectedDate = (field: PackageField): boolean =>
  conceptTypeOf(field) === 'date' && field.atrium?.phi === true;

/** An age in whole years is coarser than the year of a date. */
const isOpenAge = (field: PackageField): boolean =>
  conceptTypeOf(field) === 'age' && field.atrium?.phi !== true && field.atrium?.unit !== 'years';

/**
 * A warning where ages in days stand open beside protected dates: what a date is hidden for, an age gives away together
 * with an open date, and narrows together with years (rule 10.19).
 */
export function warnOfOpenAges({ loaded }: DescribedPackage): readonly string[] {
  const named = (is: (field: PackageField) => boolean): readonly string[] =>
    loaded.flatMap(({ name, fields }) =>
      fields.filter((field) => isPublished(field) && is(field)).map((field) => `${name}.${field.name}`),
    );
  const [dates, ages] = [named(isProtectedDate), named(isOpenAge)];
  if (dates.length === 0 || ages.length === 0) return [];
  return [
    `Ages in days are open (${ages.join(', ')}) beside protected dates (${dates.join(', ')}). ` +
      'An age with an open date gives a protected date, and with years alone it leaves few days of them. ' +
      'Protect these ages too (atrium.phi), give them in years, or leave the dates out.',
  ];
}
