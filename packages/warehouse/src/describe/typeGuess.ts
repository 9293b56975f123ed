import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import type { Marker } from './columnTexts.ts';

/** A way to read a column, and how much of it would fit. */
export interface ColumnChoice {
  readonly reading: ColumnReading;
  /** Distinct texts that fit, and the rows that hold them; of how many, markers for missing values aside. */
  readonly texts: number;
  readonly cells: number;
  readonly ofTexts: number;
  readonly ofCells: number;
  readonly reason: string;
  readonly counterExamples: readonly string[];
}

/** What a column holds, as properties of its field. */
export interface TypeGuess {
  readonly field: ColumnReading;
  readonly text: string;
  readonly counterExamples: readonly string[];
  /** This and other ways to read it. */
  readonly choices: readonly ColumnChoice[];
  /** How much of the column fits, where a person has chosen; else all of it does. */
  readonly fit?: ColumnChoice;
}

/** A type that fits all texts of a column, or nearly all. */
export interface TypeCandidate {
  readonly field: ColumnReading;
  readonly fits: number;
  readonly cells: number;
  readonly reason: string;
  readonly counterExamples: readonly string[];
  /** Figures that stand for a missing value; by default all that are known as such. */
  readonly missingCodes?: readonly Marker[];
  /** Why it is not taken although all texts fit. */
  readonly objection?: string;
}

/** How a file writes its numbers, as far as the form of the file tells. */
export interface ColumnContext {
  readonly name: string;
  readonly delimiter: string | null;
}
