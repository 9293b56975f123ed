import type { Span } from '../kernel/kernel.ts';
import type { IndexJob, JobFigures } from './jobs.ts';

/** What a thread of an index is told. */
export type IndexOrder =
  | {
      readonly order: 'open';
      /** Names the index in later tasks. */
      readonly index: number;
      readonly memory: WebAssembly.Memory;
      /** The part of the memory that this thread may write to: a third for a question, one for its steps, and one for what may be needed again. */
      readonly scratch: { readonly at: number; readonly bytes: number };
      /** The subjects that this thread looks at, in blocks; and all, where a question is not divided. */
      readonly blocks: { readonly own: readonly Span[]; readonly all: readonly Span[] };
    }
  | { readonly order: 'close'; readonly index: number }
  | {
      readonly order: 'run';
      readonly task: number;
      readonly index: number;
      readonly job: IndexJob;
      /** Whether this thread looks at all subjects. */
      readonly isWhole: boolean;
      /** The index of this question in the flags: 1 there stops it. */
      readonly flag: number;
    };

/** What it answers; null where the task was stopped. */
export type IndexAnswer =
  | { readonly task: number; readonly figures: JobFigures | null }
  | { readonly task: number; readonly fault: string };

/** What a thread begins with. */
export interface IndexThreadData {
  /** Null: the plain kernel. */
  readonly module: WebAssembly.Module | null;
  /** i32 for each question that may run at once. */
  readonly flags: SharedArrayBuffer;
}
