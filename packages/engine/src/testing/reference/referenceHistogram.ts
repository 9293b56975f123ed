import type { Scalar } from './referenceRows.ts';

/** Days of so many years of age (rule 1.7). */
const daysOfYears = (years: number): number => Math.trunc(365.25 * years);

/** The first day of a month of age, within a year a twelfth of 365 days after the one before. */
const daysOfMonths = (months: number): number =>
  daysOfYears(Math.trunc(months / 12)) + Math.trunc((365 * (months % 12)) / 12);

type Meets = (value: Scalar) => boolean;

const numberLabel = '-?[0-9.]+(?:e[+-][0-9]+)?';

/** The range of a bin, parsed from its label alone; undefined where the label has another form. */
const readings: readonly ((label: string) => Meets | undefined)[] = [
  (label) => {
    const found = new RegExp(`^\\[(${numberLabel}) – (${numberLabel})([)\\]])$`).exec(label);
    if (found === null) return undefined;
    const [low, high, isClosed] = [Number(found[1]), Number(found[2]), found[3] === ']'];
    return (value) => Number(value) >= low && (Number(value) < high || (isClosed && Number(value) === high));
  },
  (label) => {
    const found = new RegExp(`^(${numberLabel})(?: – (${numberLabel}))? ?(days?|months?|years?)?$`).exec(
      label,
    );
    if (found === null) return undefined;
    const [low, high] = [Number(found[1]), Number(found[2] ?? found[1])];
    if (found[3]?.startsWith('year') === true)
      return (value) => Number(value) >= daysOfYears(low) && Number(value) < daysOfYears(high + 1);
    if (found[3]?.startsWith('month') === true)
      return (value) => Number(value) >= daysOfMonths(low) && Number(value) < daysOfMonths(high + 1);
    return (value) => Number(value) >= low && Number(value) <= high;
  },
];

const dateReading = (label: string): Meets => {
  const [low = '', high = low] = label.endsWith(' or earlier') ? ['', label.slice(0, 4)] : label.split(' – ');
  return (value) => {
    const day = String(value);
    return day.slice(0, low.length) >= low && day.slice(0, high.length) <= high;
  };
};

/** How many values each bin holds by what its label says: `[a – b)`, `a – b`, `2024-01 – 2024-03`, `2 – 3 years`. */
export function referenceHistogram(values: readonly Scalar[], labels: readonly string[]): readonly number[] {
  const isDates = values.some((value) => typeof value === 'string');
  return labels.map((label) => {
    const meets = isDates
      ? dateReading(label)
      : readings.map((read) => read(label)).find((one) => one !== undefined);
    if (meets === undefined) throw new Error(`“${label}” says nothing.`);
    return values.filter(meets).length;
  });
}
