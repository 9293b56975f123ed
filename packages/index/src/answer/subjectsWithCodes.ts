import type { Concept } from '@atrium/engine';
import { type Compiling, conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { codesIn } from '../layout/codesIn.ts';

/** The subjects whose own row has one of these codes, counted from 0. */
export function subjectsWithCodes(
  wanted: ReadonlySet<number>,
  concept: Concept | undefined,
  at: Compiling,
): readonly number[] {
  const codes = concept === undefined ? null : conceptIn(concept, at).codes;
  if (codes === null) throw new NotInIndex('notIndexed');
  const isWanted = new Uint8Array(at.index.subjects + 1);
  for (const code of wanted) isWanted[code] = 1;
  const read = codesIn(at.index.memory, codes);
  const found: number[] = [];
  for (let subject = 0; subject < at.index.subjects; subject += 1)
    if (isWanted[read[subject] ?? 0] === 1) found.push(subject);
  return found;
}
