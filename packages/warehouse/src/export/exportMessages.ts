import type { FilePiece } from '../formats/filePiece.ts';
import type { Failure } from '../sql/failure.ts';

/** What the thread of an export says; it answers each `next` with one of these, and the last is no piece. */
export type ExportMessage =
  | ({ readonly kind: 'piece' } & FilePiece)
  /** The file is whole: it has so many rows, counted as they were read. */
  | { readonly kind: 'end'; readonly rows: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What it is told: to make one piece more, or to end. */
export type ExportOrder = 'next' | 'end';
