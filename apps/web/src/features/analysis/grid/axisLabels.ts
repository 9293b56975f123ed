import type { AxisLabel, CrossTab } from '@atrium/contract/wire/analysis';

/** The bucket of subjects without a value (rule 6.3). */
export const notSet = '[not set]';

/** The labels of one row or column, outermost first; an axis with one concept holds scalars. */
export const pathOf = (label: CrossTab['index'][number]): readonly AxisLabel[] =>
  Array.isArray(label) ? label : [label];

/** A label as text; booleans are written as in the CSV. */
export const labelText = (label: AxisLabel): string =>
  typeof label === 'boolean' ? (label ? 'True' : 'False') : String(label);
