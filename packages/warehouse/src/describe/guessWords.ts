import { literal } from '../sql/quoted.ts';
import type { ColumnProfile, ColumnTexts } from './columnTexts.ts';
import { countOf, inWords } from './guess.ts';
import type { TypeGuess } from './typeGuess.ts';

const maxCategory = 100;

/** Few texts that come again and again are categories, for a filter to list; others are text, to search in. */
export function guessWords(profile: ColumnProfile, reason: string | null): TypeGuess {
  const { distinct, filled, longest } = profile;
  const isFew = (distinct <= 50 && filled >= 2 * distinct) || (distinct <= 1000 && filled >= 10 * distinct);
  const isCategory = isFew && longest <= maxCategory;
  const counts = `${countOf(distinct, 'distinct text')} in ${countOf(filled, 'row')}`;
  const markers = [...profile.words].map(({ text, rows }) => `${text} (${countOf(rows, 'row')})`).join(', ');
  const kept = markers === '' ? '' : `; kept as values: ${markers}`;
  return {
    field: { type: 'string', ...(isCategory ? { atrium: { type: 'category' } } : {}) },
    text: `${isCategory ? 'category' : 'text'}: ${counts}${reason === null ? '' : `; ${reason}`}${kept}`,
    counterExamples: [],
    choices: [],
  };
}

/** A cell that holds several of a few short texts, the same ones in many cells. */
export async function guessList(texts: ColumnTexts): Promise<TypeGuess | null> {
  for (const delimiter of [';', '|', ',', '/', '+']) {
    const guess = await guessListOf(texts, delimiter);
    if (guess !== null) return guess;
  }
  return null;
}

async function guessListOf(texts: ColumnTexts, delimiter: string): Promise<TypeGuess | null> {
  const { values } = texts.profile;
  const { fits: divided } = await texts.count(`contains(v, ${literal(delimiter)})`);
  if (divided < 3 || divided * 5 < values) return null;
  const { items, distinct, longest, empty, moving, words, repeating } = await texts.items(delimiter);
  // A comma, slash or plus also divides names and parts of a value: those are no words, stand in the same order
  // everywhere, or are there twice, as in a genotype. A list would lose their order and number.
  const isOfWords = moving > 0 && words === items && repeating === 0;
  const isOwn = delimiter === ';' || delimiter === '|' || isOfWords;
  const isClear = isOwn && empty === 0 && longest <= 50 && distinct <= 200 && distinct * 2 <= items;
  if (!isClear) return null;
  const counts = `${countOf(distinct, 'distinct item')} in ${countOf(values, 'distinct text')}`;
  return {
    field: { type: 'list', delimiter, itemType: 'string', atrium: { type: 'category' } },
    text: `list with ${delimiter} between items: ${counts}, ${inWords(divided)} of which hold several`,
    counterExamples: [],
    choices: [],
  };
}
