import type { Guess } from '../describe/guess.ts';
import type { ConversionReport } from './conversion.ts';

/** What was converted and what was left out, line by line, as the guesses of a description are. */
export function conversionInWords({ counted, leftOut, notes }: ConversionReport): readonly Guess[] {
  return [
    ...counted.map(({ thing, read, written, leftOut: not }) => ({
      about: thing,
      text: `${read} read, ${written} written${not === 0 ? '' : `, ${not} left out`}`,
      counterExamples: [],
    })),
    ...leftOut.map(({ thing, reason, count, examples }) => ({
      about: `${thing}, left out`,
      text: `${count}: ${reason}${examples.length === 0 ? '' : ` (${examples.join(', ')})`}`,
      counterExamples: [],
    })),
    ...notes.map((text) => ({ about: 'note', text, counterExamples: [] })),
  ];
}
