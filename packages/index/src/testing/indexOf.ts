import type { OpenRelease } from '../../../engine/src/testing/openRelease.ts';
import { buildIndex } from '../build/buildIndex.ts';
import type { IndexSource } from '../build/indexSource.ts';
import type { ReleaseIndex } from '../layout/releaseIndex.ts';

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
});

/** A writer with the parts of a small release, from its tables. */
export const indexWriterOf = (open: OpenRelease) => buildIndex(sourceOf(open), open.release);

/** An index of a small release. */
export async function indexOf(open: OpenRelease, scratch = 4_000_000): Promise<ReleaseIndex> {
  return (await indexWriterOf(open)).finish((bytes) => new SharedArrayBuffer(bytes), scratch);
}
