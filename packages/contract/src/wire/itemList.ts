import { z } from 'zod';

/**
 * A list that is judged as a whole. A person may paste 25,000 values, and to judge such a list item by item, with an
 * error kept ready for each, took tens of milliseconds of the main thread (rule 8.17).
 */
const listOf = <Item extends string | boolean | null>(
  isItem: (item: unknown) => item is Item,
  items: object,
) =>
  z
    .custom<Item[]>((value) => Array.isArray(value) && value.every(isItem), 'must be a list of values')
    .meta({ type: 'array', items });

const isText = (item: unknown): item is string => typeof item === 'string';
const isChoice = (item: unknown): item is string | boolean => isText(item) || typeof item === 'boolean';
const isChoiceOrNull = (item: unknown): item is string | boolean | null => item === null || isChoice(item);

export const textList = listOf(isText, { type: 'string' });
export const choiceList = listOf(isChoice, { type: ['string', 'boolean'] });
export const choiceOrNullList = listOf(isChoiceOrNull, { type: ['string', 'boolean', 'null'] });
