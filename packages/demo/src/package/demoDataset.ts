import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import type { Cell } from './field.ts';
import type { Table } from './table.ts';

export type Row = Readonly<Record<string, Cell>>;

/** A downloadable file of a package, by its path within it. */
export interface DemoFile {
  readonly path: string;
  readonly text: string;
}

/** The rows that belong together (one family, one patient), by table name. */
export interface Story {
  readonly subjects: number;
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly files?: readonly DemoFile[];
}

export interface StoryRequest {
  readonly subjects: number;
  readonly seed: number;
}

/** A demo dataset: its descriptor, its tables, the text files beside them, and the stories that fill the tables. */
export interface DemoDataset {
  readonly descriptor: DataPackage;
  readonly tables: readonly Table[];
  readonly documents: readonly { readonly path: string; readonly text: string }[];
  readonly subjects: number;
  stories(request: StoryRequest): Iterable<Story>;
}
