import { z } from 'zod';
import { textList } from './itemList.ts';

const falseWords = new Set(['', 'false', 'no', '0']);

/** A boolean in a posted body: JSON boolean, number, null or a word such as "include", "on", "no" (rule 9.6). */
export const tolerantBoolean = z.codec(
  z.union([z.boolean(), z.string(), z.number(), z.null()]),
  z.boolean(),
  {
    decode: (given) =>
      typeof given === 'string' ? !falseWords.has(given.trim().toLowerCase()) : Boolean(given),
    encode: (value) => value,
  },
);

const trueWords = new Set(['true', '1', 'yes', 'y']);

/** A boolean in a query string: `true`, `1`, `yes`, `y` in any case are true, all else is false (rule 9.6). */
export const queryBoolean = z.codec(z.string(), z.boolean(), {
  decode: (given) => trueWords.has(given.trim().toLowerCase()),
  encode: String,
});

const absentWords = new Set(['', 'undefined', 'null']);

/** An id or value in a query string where empty, `undefined` and `null` mean "not given" (rule 9.5). */
export const queryValue = z.codec(z.string(), z.string().optional(), {
  decode: (given) => (absentWords.has(given) ? undefined : given),
  encode: (value) => value ?? '',
});

/** Whether older clients send this text where they mean nothing; a value of the data may be the same text (rule 9.26). */
export const isAbsentWord = (text: string): boolean => absentWords.has(text);

/** A value of the data in a query string or a body: whether `undefined` and `null` are values, the data say (rule 9.26). */
export const dataValue = z.codec(z.union([z.string(), z.null()]), z.string().optional(), {
  decode: (given) => (given === null || given === '' ? undefined : given),
  encode: (value) => value ?? '',
});

/** A whole number in a query string. */
export const queryInteger = z.codec(z.string().regex(/^-?\d{1,9}$/, 'must be a whole number'), z.int(), {
  decode: Number,
  encode: String,
});

/** A reply in which an older server leaves out fields that can be made from the others; ours always writes them. */
export const completed = <Wire extends z.ZodType, Whole extends z.output<Wire>>(
  wire: Wire,
  complete: (given: z.output<Wire>) => Whole,
) => z.codec(wire, z.custom<Whole>(), { decode: complete, encode: (whole) => whole });

/** A number that a form may send as text; empty text and null mean "open". */
export const formNumber = z.union([z.number(), z.string(), z.null()]);

/** A whole number that a form may send as text. */
export const formInteger = z.codec(
  z.union([z.int(), z.string().regex(/^\s*-?\d{1,9}\s*$/, 'must be a whole number')]),
  z.int(),
  { decode: Number, encode: (value) => value },
);

/** An id in a body where empty text and null mean "none". */
export const formId = z.codec(z.union([z.string(), z.null()]), z.string().optional(), {
  decode: (given) => (given === null || given === '' || given === 'undefined' ? undefined : given),
  encode: (value) => value ?? '',
});

/** An instant in UTC, also where an older server leaves out its zone. */
export const instant = z.codec(z.iso.datetime({ local: true }), z.iso.datetime(), {
  decode: (given) => (given.endsWith('Z') ? given : `${given}Z`),
  encode: (value) => value,
});

/** What a reply says to a person, such as its errors. Entries without a text say nothing, and count as none (rule 9.21); an older server may send no list. */
export const sentences = z
  .codec(textList, textList, {
    decode: (given) => given.filter((sentence) => sentence.trim() !== ''),
    encode: (held) => [...held],
  })
  .default([]);
