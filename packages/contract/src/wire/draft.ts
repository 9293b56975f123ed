import { z } from 'zod';
import { draftDecisions } from '../documents/draftDecisions.ts';
import { columnReading, tableReading } from '../documents/fileReading.ts';
import { wireObject } from './wireObject.ts';

export const guessItemWire = wireObject({
  about: z.string(),
  text: z.string(),
  counterExamples: z.array(z.string()),
});

const fit = {
  /** Cells that fit, of how many; cells without a value are none of them. */
  cells: z.int(),
  ofCells: z.int(),
  /** Up to three texts that do not fit. */
  counterExamples: z.array(z.string()),
};

/** A way to read a column, and how much of it would fit. */
const columnChoice = wireObject({ ...fit, reading: columnReading, reason: z.string() });
export type ColumnChoice = z.output<typeof columnChoice>;

const columnInReading = wireObject({
  name: z.string(),
  reading: columnReading,
  fit: wireObject(fit),
  choices: z.array(columnChoice),
  /** Distinct texts, and cells with a text. */
  distinct: z.int(),
  filled: z.int(),
  /** The texts that most cells hold, usual words for a missing value first. */
  frequent: z.array(wireObject({ text: z.string(), rows: z.int() })),
  /** Whether it may say who somebody is (rule 10.27). */
  isIdentifier: z.boolean(),
  /** Whether its texts and figures are left out, because the caller did not send the file (rule 10.30). */
  isHidden: z.boolean(),
});
export type ColumnInReading = z.output<typeof columnInReading>;

/** How the files of a table are read, their first rows, and the ways in which each column could be read. */
export const fileInReadingWire = wireObject({
  paths: z.array(z.string()),
  /** Null for a format that needs no reading of text. */
  table: tableReading.nullable(),
  firstRows: z.array(wireObject({ row: z.int(), cells: z.array(z.string()) })),
  /** The names of all columns in their order, also empty ones and those that occur twice. */
  names: z.array(z.string()),
  /** The columns with a name of their own. */
  columns: z.array(columnInReading),
});
export type FileInReading = z.output<typeof fileInReadingWire>;

/** Tables that were sent, described, and what a person has decided about them. */
export const draft = wireObject({
  id: z.string(),
  /** Grows with each change; a change of an older one is refused. */
  revision: z.int(),
  /** Whether the caller sent the files; nobody else may change the description. */
  isOwn: z.boolean(),
  files: z.array(z.string()),
  /** `datapackage.json`, as it would be written. */
  descriptor: z.json(),
  guesses: z.array(guessItemWire),
  readings: z.array(fileInReadingWire),
  decisions: draftDecisions,
  /** What the id of the dataset would do: why it is none, or whether a dataset has it. */
  dataset: wireObject({ objection: z.string().nullable(), exists: z.boolean() }),
  /** How far the files are read again; null when the description is that of the decisions. */
  progress: wireObject({ step: z.string(), detail: z.string().nullable() }).nullable(),
  /** Why the files cannot be read as it was decided; then the description is the last one that could be made. */
  failure: z.string().nullable(),
  /** The last import that was begun of it, and of which revision. */
  run: wireObject({ importId: z.int(), revision: z.int() }).nullable(),
});
export type Draft = z.output<typeof draft>;

export const newDraft = wireObject({ uploads: z.array(z.string().max(40)).min(1).max(200) });

export const draftChangeWire = wireObject({
  /** The revision that is changed; absent: the newest. */
  base: z.int().optional(),
  decisions: draftDecisions.optional(),
  /** A whole description in place of the one that was made; it stays until a file is read in another way. */
  descriptor: z.json().optional(),
});

export const fitQuestion = wireObject({
  /** A file of the table. */
  file: z.string().max(400),
  column: z.string().max(1000),
  readings: z.array(columnReading).min(1).max(60),
});

/** In the order of the readings. */
export const fitsOfReadings = wireObject({ fits: z.array(columnChoice) });
