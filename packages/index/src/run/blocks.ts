import type { Span } from '../kernel/kernel.ts';
import type { ReleaseIndex } from '../layout/releaseIndex.ts';

interface BlockLimits {
  readonly subjects: number;
  readonly rows: number;
}

/** What lies between the steps for so many subjects and rows stays in the cache of the processor. */
const ofThreads: BlockLimits = { subjects: 16_384, rows: 262_144 };
/** To look at a subject takes as long as to look at so many rows. */
const rowsOfSubject = 4;
/** Sets of two blocks share no 16 bytes. */
const unit = 128;

export interface Block extends Span {
  /** Compared with that of other blocks. */
  readonly work: number;
}

/** All subjects in blocks: a block ends where it has enough subjects, or rows of all collections. */
export function blocksOfIndex(
  { memory, subjects, collections }: Pick<ReleaseIndex, 'memory' | 'subjects' | 'collections'>,
  most: BlockLimits = ofThreads,
): readonly Block[] {
  const tables = [...collections.values()].map(
    ({ offsets }) => new Uint32Array(memory, offsets, subjects + 1),
  );
  const rowsBefore = (subject: number): number =>
    tables.reduce((sum, table) => sum + (table[subject] ?? 0), 0);
  const blocks: Block[] = [];
  let from = 0;
  for (let end = Math.min(unit, subjects); end > from; end = Math.min(end + unit, subjects)) {
    const rows = rowsBefore(end) - rowsBefore(from);
    if (end - from < most.subjects && rows < most.rows && end < subjects) continue;
    blocks.push({ from, count: end - from, work: rows + rowsOfSubject * (end - from) });
    from = end;
  }
  return blocks;
}

/** Gives each block to the thread that has the least work so far: many rows may belong to few subjects. */
export function shareBlocks(blocks: readonly Block[], threads: number): readonly (readonly Span[])[] {
  const shares = Array.from({ length: threads }, () => ({ work: 0, blocks: [] as Span[] }));
  for (const { work, ...block } of blocks) {
    const share = shares.reduce((least, one) => (one.work < least.work ? one : least));
    share.work += work;
    share.blocks.push(block);
  }
  return shares.map((share) => share.blocks);
}
