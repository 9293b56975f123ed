import type { DuckDBConnection } from '@duckdb/node-api';
import type { Guess } from '../describe/guess.ts';
import type { InputFile } from './inputFiles.ts';
import type { DescriptorParts, PackageWriter } from './packageWriter.ts';
import type { CountedThing, LeftOut, Tally } from './tally.ts';

/** What data can be converted from; each has a folder with its importer. */
export const sourceFormats = ['phenopackets', 'redcap', 'ped', 'omop'] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** An ontology file that the package is to hold, in place of a list of the terms in use. */
export interface GivenOntology {
  /** The id under which fields name it, as `hpo`. */
  readonly id: string;
  readonly file: string;
}

/** What a person may say about a conversion. */
export interface ConversionOptions {
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly ontologies?: readonly GivenOntology[] | undefined;
  /** Of REDCap: texts that the project uses as missing data codes. */
  readonly missingCodes?: readonly string[] | undefined;
}

/** The input of an importer. It writes tables, counts what it takes and what it leaves out, and adds notes. */
export interface ConversionJob {
  readonly files: readonly InputFile[];
  readonly options: ConversionOptions;
  readonly writer: PackageWriter;
  readonly tally: Tally;
  /** A private folder for files that only the importer needs. */
  readonly scratchFolder: string;
  /** Opened when an importer asks for it. */
  readonly connect: () => Promise<DuckDBConnection>;
  readonly onProgress: (step: string, detail: string | null) => void;
  readonly signal: AbortSignal | undefined;
}

export interface ConversionReport {
  readonly format: SourceFormat;
  readonly counted: readonly CountedThing[];
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly leftOut: readonly LeftOut[];
  /** Notes for the person who checks the package, in sentences. */
  readonly notes: readonly string[];
}

/** What an importer hands back when its tables are written. */
export interface Imported {
  readonly parts: DescriptorParts;
  /** Counts again the things that are not rows of a table; called when the tables are closed. */
  readonly recount?: () => Promise<void>;
}

export type Importer = (job: ConversionJob) => Promise<Imported>;

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
