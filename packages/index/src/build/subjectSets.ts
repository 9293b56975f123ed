import { bytesOfBits } from '../kernel/kernel.ts';
import type { CodedPostings, CodedSubjects } from '../layout/indexWriter.ts';
import type { Terms } from '../layout/releaseIndex.ts';
import type { CodeArray } from './rowCodes.ts';

/** Sets take no more bytes than this, and none more than one for each row. */
const maxBytes = 2 ** 23;
/** So many sets are made in one pass over the rows. */
const setsAtOnce = 32;

interface Wanted {
  readonly terms: Terms;
  /** By position, one each. */
  readonly codes: CodeArray;
  readonly postings: CodedPostings;
  /** The rows of each subject. */
  readonly offsets: Uint32Array;
}

/** The subjects of rows at or below each term that has more rows than lists are for: those with most rows first. */
export function subjectSetsOf({ terms, codes, postings, offsets }: Wanted): CodedSubjects {
  const subjects = offsets.length - 1;
  const each = bytesOfBits(subjects);
  const room = Math.floor(Math.min(maxBytes, Math.max(postings.rows, each)) / each);
  const rowsOf = (within: readonly number[]): number =>
    within.reduce((sum, code) => sum + (postings.before[code + 1] ?? 0) - (postings.before[code] ?? 0), 0);
  const broad = [...terms.within]
    .map(([term, within]) => ({ term, within, rows: rowsOf(within) }))
    .filter(({ rows }) => rows > postings.most)
    .sort((one, other) => other.rows - one.rows)
    .slice(0, room);
  const sets = new Uint8Array(each * broad.length);
  for (let begin = 0; begin < broad.length; begin += setsAtOnce) {
    const masks = new Int32Array(postings.before.length);
    broad.slice(begin, begin + setsAtOnce).forEach(({ within }, bit) => {
      for (const code of within) masks[code] = (masks[code] ?? 0) | (1 << bit);
    });
    for (let subject = 0; subject < subjects; subject += 1) {
      const end = offsets[subject + 1] ?? 0;
      let found = 0;
      for (let row = offsets[subject] ?? 0; row < end; row += 1) found |= masks[codes[row] ?? 0] ?? 0;
      for (; found !== 0; found &= found - 1) {
        const at = (begin + 31 - Math.clz32(found & -found)) * each + (subject >>> 3);
        sets[at] = (sets[at] ?? 0) | (1 << (subject & 7));
      }
    }
  }
  return { terms: broad.map(({ term }) => term), sets, each };
}
