import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { type ColumnTexts, isLike, pattern } from './columnTexts.ts';
import { countOf, inWords } from './guess.ts';
import { limitsOf, numberSources } from './guessNumber.ts';
import type { TypeCandidate } from './typeGuess.ts';

/** A column of numbers has at most so many different words beside them that are no bounds. */
const maxPlainWords = 12;

/** So many different whole numbers make a column of numbers, where no fraction and no bound does. */
const minWholeNumbers = 5;

interface Reading {
  readonly field: ColumnReading;
  readonly number: string;
}

const readings: readonly Reading[] = [
  { field: {}, number: pattern.decimal },
  { field: { decimalChar: ',' }, number: `${pattern.integer}|${numberSources.comma}` },
  { field: { groupChar: ',' }, number: `${pattern.decimal}|${numberSources.grouped}` },
  {
    field: { decimalChar: ',', groupChar: '.' },
    number: `${pattern.integer}|${numberSources.comma}|${numberSources.groupedByPoint}`,
  },
];

const sign = '(?:<=|>=|=<|=>|<|>|≤|≥)';

/**
 * Numbers with words beside them, such as `>89` and `not done` (rule 2.23); null for a column of codes, of grades or of
 * other words.
 */
export async function guessNumberWords(texts: ColumnTexts): Promise<TypeCandidate | null> {
  const { profile } = texts;
  if (profile.padded > 0 || profile.values < 3) return null;
  const counts = await texts.countEach(
    readings.flatMap(({ number }) => [isLike(number), isLike(`${sign}\\s*(?:${number})`)]),
  );
  const counted = readings.map((reading, index) => ({
    reading,
    numbers: counts[2 * index] ?? 0,
    bounds: counts[2 * index + 1] ?? 0,
  }));
  const [best] = counted.sort((a, b) => b.numbers + b.bounds - a.numbers - a.bounds);
  if (best === undefined || best.numbers === 0) return null;
  const { reading, numbers, bounds } = best;
  const plain = profile.values - numbers - bounds;
  const isWhole = Object.keys(reading.field).length === 0 && profile.integers === numbers;
  const isMeasured = bounds > 0 || !isWhole || numbers >= minWholeNumbers;
  if (!isMeasured || plain > maxPlainWords || numbers + bounds < 2 * plain) return null;
  const withFigures = await texts.count(
    `${isLike(String.raw`.*\d.*`)} AND NOT ${isLike(reading.number)} AND NOT ${isLike(`${sign}\\s*(?:${reading.number})`)}`,
  );
  if (withFigures.fits > 0) return null;
  return {
    field: {
      type: isWhole ? 'integer' : 'number',
      ...reading.field,
      atrium: { type: 'number_with_categories' },
    },
    fits: profile.values,
    cells: profile.valueCells,
    reason: `${countOf(numbers, 'number')} and ${countOf(bounds + plain, 'word')} (bounds: ${inWords(bounds)})`,
    ...limitsOf(texts),
  };
}
