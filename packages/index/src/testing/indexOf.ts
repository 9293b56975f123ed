import type { OpenRelease } from '../../../engine/src/testing/openRelease.ts';
import { buildIndex } from '../build/buildIndex.ts';
import type { IndexSource } from '../build/indexSource.ts';
import type { PostingRule } from '../build/postings.ts';

const sourceOf = ({ run }: OpenRelease): IndexSource => ({
  rows: run,
  columns: async (query, take) => {
    const lines = await run(query);
    const [first] = lines;
    const names = Object.keys(first ?? {});
    take(
      names.map((name) => lines.map((line) => Number(line[name]))),
      lines.length,
    );
  },
  texts: async (query, take) => {
    const lines = await run(query);
    take(lines.flatMap((line) => Object.values(line).map(String)));
  },
});

/** A writer with the parts of a small release, from its tables. */
export const indexWriterOf = (open: OpenRelease, postings?: PostingRule) =>
  buildIndex(sourceOf(open), open.release, postings);
