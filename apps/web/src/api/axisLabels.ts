import type { AxisLabel, CrossTab } from '@atrium/contract/wire/analysis';

/** The bucket of subjects without a value (rule 6.3). */
export const notSet = '[not set]';

/** A value that reads like it, which the wire marks with one backslash more (rule 9.27). */
const valueLikeNotSet = /^\\(\\*\[not set\])$/;

/** The labels of one row or column, outermost first; an axis with one concept holds scalars. */
export const pathOf = (label: CrossTab['index'][number]): readonly AxisLabel[] =>
  Array.isArray(label) ? label : [label];

/** A label as text; booleans are written as in the CSV, a value that reads like the portal's word is quoted. */
export function labelText(label: AxisLabel): string {
  if (typeof label === 'boolean') return label ? 'True' : 'False';
  const text = String(label);
  const value = valueLikeNotSet.exec(text)?.[1];
  return value === undefined ? text : `“${value}”`;
}

export const isNotSet = (label: CrossTab['index'][number]): boolean => pathOf(label).includes(notSet);
