/** Memory for what lies between the steps of one question; all of it is free again for the next block. */
export interface Scratch {
  /** The address of so many bytes, a multiple of 16. */
  take(bytes: number): number;
  /** Runs a step, then frees what it took. */
  within<Result>(step: () => Result): Result;
}

/** Hands out the memory from one address to another. */
export function createScratch(begin: number, end: number): Scratch {
  let at = begin;
  return {
    take: (bytes) => {
      const given = at;
      at += Math.ceil(bytes / 16) * 16;
      if (at > end) throw new Error(`A question needs more than ${end - begin} bytes of working memory.`);
      return given;
    },
    within: (step) => {
      const before = at;
      try {
        return step();
      } finally {
        at = before;
      }
    },
  };
}
