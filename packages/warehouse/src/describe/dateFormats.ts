/** A way to write a day, and what it may be taken for. */
export interface DateForm {
  /** As strptime has it; null for ISO. */
  readonly format: string | null;
  readonly source: string;
  /** The same spelling with day and month the other way round. */
  readonly swapped?: string;
}

const numeric = (separator: string, year: 'Y' | 'y'): DateForm[] => {
  const dayFirst = `%d${separator}%m${separator}%${year}`;
  const monthFirst = `%m${separator}%d${separator}%${year}`;
  const escaped = separator === '.' ? '\\.' : separator;
  const source = String.raw`\d{1,2}${escaped}\d{1,2}${escaped}\d{${year === 'Y' ? 4 : 2}}`;
  return [
    { format: dayFirst, source, swapped: monthFirst },
    { format: monthFirst, source, swapped: dayFirst },
  ];
};

/** Day first comes before month first, and so is taken where both fit. */
export const formats: readonly DateForm[] = [
  { format: null, source: String.raw`\d{4}-\d{2}-\d{2}` },
  ...['.', '/', '-'].flatMap((separator) => [...numeric(separator, 'Y'), ...numeric(separator, 'y')]),
  { format: '%Y/%m/%d', source: String.raw`\d{4}/\d{1,2}/\d{1,2}` },
  { format: '%Y.%m.%d', source: String.raw`\d{4}\.\d{1,2}\.\d{1,2}` },
  { format: '%d %b %Y', source: String.raw`\d{1,2} [A-Za-z]{3} \d{4}` },
  { format: '%d-%b-%Y', source: String.raw`\d{1,2}-[A-Za-z]{3}-\d{4}` },
  { format: '%d-%b-%y', source: String.raw`\d{1,2}-[A-Za-z]{3}-\d{2}` },
  { format: '%d%b%Y', source: String.raw`\d{1,2}[A-Za-z]{3}\d{4}` },
  { format: '%d %B %Y', source: String.raw`\d{1,2} [A-Za-z]{3,9} \d{4}` },
  { format: '%b %d, %Y', source: String.raw`[A-Za-z]{3} \d{1,2}, \d{4}` },
  { format: '%B %d, %Y', source: String.raw`[A-Za-z]{3,9} \d{1,2}, \d{4}` },
];

export const compact: DateForm = { format: '%Y%m%d', source: String.raw`\d{8}` };

/** The times of day that may follow a day, as strptime has them. */
export const times = [
  { suffix: '', source: '' },
  { suffix: ' %H:%M:%S', source: String.raw` \d{1,2}:\d{2}:\d{2}` },
  { suffix: ' %H:%M', source: String.raw` \d{1,2}:\d{2}` },
] as const;
