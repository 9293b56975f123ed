import type { PackageField } from '@atrium/contract';
import type { Marker } from './columnTexts.ts';

/** What a column holds, as properties of its field. */
export interface TypeGuess {
  readonly field: Partial<PackageField>;
  readonly text: string;
  readonly counterExamples: readonly string[];
}

/** A type that fits all texts of a column, or nearly all. */
export interface TypeCandidate {
  readonly field: Partial<PackageField>;
  readonly fits: number;
  readonly reason: string;
  readonly counterExamples: readonly string[];
  /** Figures that stand for a missing value; by default all that are known as such. */
  readonly missingCodes?: readonly Marker[];
}

/** How a file writes its numbers, as far as the form of the file tells. */
export interface ColumnContext {
  readonly name: string;
  readonly delimiter: string | null;
}
