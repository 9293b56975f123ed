import type {
  ConceptType,
  DatasetSettings,
  packageFieldsMatch,
} from '@atrium/contract/documents/dataPackage';
import type { Collection, Concept, Dictionary, OntologyDocument } from '@atrium/engine';
import type { z } from 'zod';
import type { LeftOut } from './describedTable.ts';

/** The field types of the standard that are parsed as such; any other is text. */
export const lexicalTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'year',
  'duration',
] as const;
export type LexicalType = (typeof lexicalTypes)[number];

/** How the text of one cell, or of one item of a list, becomes a value. */
export interface CastRule {
  readonly lexical: LexicalType;
  /** The type of the value; `text`, `category` and `ontology` keep the text. */
  readonly target: ConceptType;
  /** For ages written as numbers. */
  readonly ageUnit: 'days' | 'years';
  /** strptime patterns of dates, of which a text has the first that it fits; null for ISO. */
  readonly datePatterns: readonly string[] | null;
  /** Days have their times beside them: the value is a moment of the contract. */
  readonly keepsTime: boolean;
  readonly trueValues: readonly string[] | null;
  readonly falseValues: readonly string[] | null;
  readonly decimalChar: string;
  readonly groupChar: string | null;
  /** False: text around the number is dropped, as in `95%`. */
  readonly bareNumber: boolean;
  /** What a number counts by the unit behind it; null where none may stand there. */
  readonly units: ReadonlyMap<string, number> | null;
}

/** A limit of the values of a field. */
export interface Bound {
  readonly side: 'minimum' | 'maximum';
  readonly isExclusive: boolean;
  /** As the package spells it. */
  readonly value: string | number;
  readonly key: string;
}

/** Constraints that are checked value by value; a value outside is kept and reported. */
export interface ValueLimits {
  readonly bounds: readonly Bound[];
  /** Of the whole text. */
  readonly pattern: string | null;
  /** In characters, or items of a list. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
}

/** A column of a file that the import uses. */
export interface FieldPlan {
  readonly name: string;
  /** 0-based index among the fields of its schema: the column where a file has no header. */
  readonly index: number;
  readonly rule: CastRule;
  /** The rule of the package, also where a file has types of its own: what the package lists is spelled so. */
  readonly declaredRule: CastRule;
  /** Splits a cell into the values of a multi-valued concept; null for one value per cell. */
  readonly delimiter: string | null;
  /** Stands in a cell of CSV before a letter that does not end an item, and before the item `null`; null for none. */
  readonly listEscape: string | null;
  readonly missingValues: ReadonlySet<string>;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  /** Values outside are kept and reported; null when any value will do. */
  readonly allowedValues: ReadonlySet<string> | null;
  /** Labels by value, where values are kept by their labels (rule 10.7). */
  readonly labels: ReadonlyMap<string, string> | null;
  readonly limits: ValueLimits | null;
  readonly ontologyId: string | null;
  /** Codes by the texts that stand for them in the file (rule 10.18); null where the texts are codes. */
  readonly codeOf: ReadonlyMap<string, string> | null;
  /** Values by their other spellings in the file; null where there are none. */
  readonly spellings: ReadonlyMap<string, string> | null;
  readonly concept: Concept | null;
  /** Start or end of an event. */
  readonly isEventTime: boolean;
  /** Part of a primary key, or on either side of a foreign key that the import uses. */
  readonly isKey: boolean;
}

export interface CsvDialect {
  readonly delimiter: string;
  readonly lineTerminator: string | null;
  /** Null: quotes are ordinary characters. */
  readonly quoteChar: string | null;
  /** Two quotes in a quoted cell stand for one. */
  readonly doubleQuote: boolean;
  /** Takes the meaning from the character after it, inside quotes and outside; null for none. */
  readonly escapeChar: string | null;
  readonly nullSequence: string | null;
  readonly skipInitialSpace: boolean;
  /** 1-based number of the last row with column names; 0 for none. */
  readonly headerRow: number;
  /** 1-based numbers of the rows with column names, in order; 1 is the first row that is no comment. */
  readonly headerRows: readonly number[];
  /** Stands between the parts of a column name from several rows. */
  readonly headerJoin: string;
  /** 1-based numbers of the rows of the file that are ignored. */
  readonly commentRows: readonly number[];
  readonly commentChar: string | null;
}

/** The dialect of a file that is described by none (RFC 4180, and Table Dialect of Data Package 2). */
export const defaultDialect: CsvDialect = {
  delimiter: ',',
  lineTerminator: null,
  quoteChar: '"',
  doubleQuote: true,
  escapeChar: null,
  nullSequence: null,
  skipInitialSpace: false,
  headerRow: 1,
  headerRows: [1],
  headerJoin: ' ',
  commentRows: [],
  commentChar: null,
};

export interface FilePlan {
  readonly path: string;
  readonly isCompressed: boolean;
}

export type FileFormat =
  | {
      readonly kind: 'csv';
      readonly dialect: CsvDialect;
      readonly encoding: string;
      /** Stands before cells that a spreadsheet would run as a formula; null for none. */
      readonly formulaPrefix: string | null;
    }
  | { readonly kind: 'parquet' }
  /** Rows inside the descriptor: all arrays or all objects. */
  | { readonly kind: 'inline'; readonly rows: readonly unknown[]; readonly hasHeader: boolean };

/** How the columns of a file may differ from the fields of its schema, as the standard has it. */
export type FieldsMatch = NonNullable<z.output<typeof packageFieldsMatch>>;

/** A foreign key: the values of `fields` equal those of `targetFields` in the table `target`. */
export interface KeyReference {
  readonly fields: readonly string[];
  readonly target: string;
  readonly targetFields: readonly string[];
}

/** How the subjects of a table's rows are found. */
export type SubjectPath =
  | { readonly kind: 'root' }
  /** The row names its subject, or with a list several. */
  | { readonly kind: 'direct'; readonly reference: KeyReference; readonly isList: boolean }
  /** The row names a row of another table and belongs to that row's subjects. */
  | { readonly kind: 'through'; readonly reference: KeyReference }
  /** Rows of the table `link` name this row and lead to the subjects. */
  | { readonly kind: 'linked'; readonly link: string; readonly reference: KeyReference };

/** A table of the package that is read. */
export interface TablePlan {
  readonly name: string;
  /** 1-based; part of the names of staging tables. */
  readonly number: number;
  readonly files: readonly FilePlan[];
  readonly format: FileFormat;
  readonly fields: readonly FieldPlan[];
  /** Names of all described fields, used or not. */
  readonly described: readonly string[];
  /** Null: any order, further columns are ignored, and columns that are loaded must be there. */
  readonly fieldsMatch: FieldsMatch | null;
  readonly primaryKey: readonly string[];
  readonly subject: SubjectPath;
  /** Null for a table that only links rows to subjects. */
  readonly collection: Collection | null;
  readonly event: { readonly start: string; readonly end: string | null } | null;
  readonly relations: readonly { readonly number: number; readonly reference: KeyReference }[];
}

/** How the downloadable files of a package are loaded; all fields are staged as texts. */
export interface CataloguePlan {
  readonly table: TablePlan;
  /** The table whose rows each link a file to a subject, and its key to the file; null where files name subjects themselves. */
  readonly links: { readonly table: TablePlan; readonly owner: KeyReference } | null;
  /** From a file, or from a link, to a table whose rows have subjects; null where no file has a subject. */
  readonly subject: KeyReference | null;
}

export type OntologySource =
  | { readonly kind: 'file'; readonly path: string; readonly format: 'obo' | 'obographs' }
  /** Terms inside the descriptor. */
  | { readonly kind: 'inline'; readonly document: OntologyDocument };

export interface OntologyPlan {
  readonly id: string;
  readonly number: number;
  readonly source: OntologySource;
}

/** All that an import needs to know of a package; checked, so that every name in it exists. */
export interface PackagePlan {
  readonly dictionary: Dictionary;
  /** Each table after those that its subject path needs; the root first. */
  readonly tables: readonly TablePlan[];
  /** The table whose files the root is loaded from, keeping only the first row of each subject; null for its own. */
  readonly rootDerivedFrom: string | null;
  readonly ontologies: readonly OntologyPlan[];
  /** Null where the package has no catalogue of files. */
  readonly catalogue: CataloguePlan | null;
  readonly settings: DatasetSettings;
  /** Resources that are not loaded, though the package does not say so. */
  readonly leftOut: readonly LeftOut[];
  /** What a steward should know of the package as a whole, in sentences. */
  readonly warnings: readonly string[];
}
