import { literal } from '../sql/quoted.ts';
import { type ColumnTexts, isLike, type TestResult } from './columnTexts.ts';
import { countOf, inWords, maxCounterExamples } from './guess.ts';

/** A way to write a day, and what it may be taken for. */
interface DateFormat {
  /** As strptime has it; null for ISO. */
  readonly format: string | null;
  readonly source: string;
  /** The same spelling with day and month the other way round. */
  readonly swapped?: string;
}

const numeric = (separator: string, year: 'Y' | 'y'): DateFormat[] => {
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
const formats: readonly DateFormat[] = [
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

const compact: DateFormat = { format: '%Y%m%d', source: String.raw`\d{8}` };

/** The times of day that may follow a day, as strptime has them. */
const times = [
  { suffix: '', source: '' },
  { suffix: ' %H:%M:%S', source: String.raw` \d{1,2}:\d{2}:\d{2}` },
  { suffix: ' %H:%M', source: String.raw` \d{1,2}:\d{2}` },
] as const;

const isoClock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`;
const isoTime = String.raw`[T ]${isoClock}(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?`;

/** A date format that suits a column, or nearly. */
export interface DateGuess {
  readonly field: { readonly type: 'date' | 'datetime'; readonly format?: string };
  readonly fits: number;
  readonly reason: string;
  readonly counterExamples: readonly string[];
}

interface Candidate extends DateFormat {
  readonly suffix: string;
  readonly condition: string;
}

interface Tested {
  readonly candidate: Candidate;
  readonly result: TestResult;
}

/** The format that most of a column's texts have; null where neither its first nor its last text is like a date. */
export async function guessDate(texts: ColumnTexts, isNamedDate: boolean): Promise<DateGuess | null> {
  const iso = await guessIsoTime(texts);
  if (iso !== null) return iso;
  const tested: Tested[] = [];
  for (const candidate of candidatesFor(texts, isNamedDate)) {
    tested.push({ candidate, result: await texts.test(candidate.condition) });
  }
  const [best] = [...tested].sort((a, b) => b.result.fits - a.result.fits);
  if (best === undefined || best.result.fits === 0) return null;
  const { format, suffix, swapped } = best.candidate;
  const isIso = format === null && suffix === '';
  const strptime = `${format ?? '%Y-%m-%d'}${suffix}`;
  const rival = tested.find(({ candidate }) => candidate.format === swapped && candidate.suffix === suffix);
  return {
    field: { type: suffix === '' ? 'date' : 'datetime', ...(isIso ? {} : { format: strptime }) },
    fits: best.result.fits,
    reason: [isIso ? 'ISO days' : strptime, ...describeRival(best, rival)].join('; '),
    counterExamples: [...best.result.counterExamples, ...(rival?.result.counterExamples ?? [])].slice(
      0,
      maxCounterExamples,
    ),
  };
}

/** What speaks for and against the same spelling with day and month exchanged. */
function describeRival({ result, candidate: { swapped } }: Tested, rival: Tested | undefined): string[] {
  if (swapped === undefined || rival === undefined) return [];
  const fits = inWords(rival.result.fits);
  return rival.result.fits === result.fits
    ? [`AMBIGUOUS: ${fits} of these texts are dates with ${swapped} too, so check which is meant`]
    : [`${fits} of these texts would be dates with ${swapped}`];
}

function candidatesFor({ profile }: ColumnTexts, isNamedDate: boolean): Candidate[] {
  const ends = [profile.first, profile.last];
  return [...formats, ...(isNamedDate ? [compact] : [])].flatMap((format) =>
    times.flatMap(({ suffix, source }) => {
      const whole = `${format.source}${source}`;
      const expression = new RegExp(`^${whole}$`);
      if (!ends.some((end) => expression.test(end))) return [];
      const strptime = `${format.format ?? '%Y-%m-%d'}${suffix}`;
      const condition = `${isLike(whole)} AND try_strptime(v, ${literal(strptime)}) IS NOT NULL`;
      return [{ ...format, suffix, condition }];
    }),
  );
}

/** ISO days with times; where all are midnight, the column holds days. */
async function guessIsoTime(texts: ColumnTexts): Promise<DateGuess | null> {
  const { first, last, values } = texts.profile;
  const whole = String.raw`\d{4}-\d{2}-\d{2}${isoTime}`;
  const expression = new RegExp(`^${whole}$`);
  if (!expression.test(first) && !expression.test(last)) return null;
  const condition = `${isLike(whole)} AND try_cast(substr(v, 1, 10) AS DATE) IS NOT NULL`;
  const { fits, counterExamples } = await texts.test(condition);
  const midnight = await texts.test(`${condition} AND ends_with(v, ' 00:00:00')`);
  if (fits === values && midnight.fits === values) {
    const field = { type: 'date', format: '%Y-%m-%d 00:00:00' } as const;
    return {
      field,
      fits,
      reason: `ISO days; every time is 00:00:00 (${countOf(fits, 'text')})`,
      counterExamples,
    };
  }
  return { field: { type: 'datetime' }, fits, reason: 'ISO instants', counterExamples };
}
