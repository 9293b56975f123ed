import type { Collection, ReleaseSql } from '@atrium/engine';
import type { IndexWriter } from '../layout/indexWriter.ts';
import type { IndexSource } from './indexSource.ts';
import type { PostingRule } from './postings.ts';

/** An index that is being made. */
export interface Building {
  readonly source: IndexSource;
  /** With the visibility of everything. */
  readonly release: ReleaseSql;
  readonly writer: IndexWriter;
  readonly subjects: number;
}

export interface OfCollection extends Building {
  readonly postings: PostingRule;
  readonly collection: Collection;
  readonly lastRow: number;
}
