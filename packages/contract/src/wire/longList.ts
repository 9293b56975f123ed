import { z } from 'zod';

/** The form of a list in the description of the API. */
export const listForm = (items: object) => ({ type: 'array', items }) as const;

export const isListOf =
  <Item>(isItem: (value: unknown) => value is Item) =>
  (value: unknown): value is Item[] =>
    Array.isArray(value) && value.every(isItem);

/** A list that is checked in one pass: it may be long, and a schema for each item takes a hundred times as long. */
export const longList = <Item>(isItem: (value: unknown) => value is Item, form: object) =>
  z.custom<Item[]>(isListOf(isItem)).meta(listForm(form));
