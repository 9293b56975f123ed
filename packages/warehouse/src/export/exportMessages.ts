import type { FilePiece } from '../formats/filePiece.ts';
import type { Failure } from '../sql/failure.ts';

/** The messages of an export thread. It answers each `next` with one of these; the last is not a piece. */
export type ExportMessage =
  | ({ readonly kind: 'piece' } & FilePiece)
  /** The file is whole: it has so many rows, counted as they were read. */
  | { readonly kind: 'end'; readonly rows: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The messages to an export thread: make one more piece, or end. */
export type ExportOrder = 'next' | 'end';
