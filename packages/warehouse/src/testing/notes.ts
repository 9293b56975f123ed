import type { TinyPackage } from './tinyPackage.ts';
import { importTiny, inShort } from './tinyWarehouse.ts';

/** What `notesOf` gives for the usual two persons. */
export const [alice, bob] = [
  ['a', 1, 'x'],
  ['b', 2, 'y'],
];

/** Imports a package whose persons have an id, a number and a note; these, and the problems in short. */
export async function notesOf(tiny: TinyPackage) {
  const { rows, report } = await importTiny(tiny);
  const notes = (await rows('person')).map(({ id, number, note }) => [id, number, note]);
  return { notes, problems: inShort(report.problems) };
}
