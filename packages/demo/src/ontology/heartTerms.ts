import { type Term, termCode } from './term.ts';
import { conotruncalTerms } from './terms/conotruncalTerms.ts';
import { groupTerms } from './terms/groupTerms.ts';
import { leftTerms } from './terms/leftTerms.ts';
import { muscleTerms } from './terms/muscleTerms.ts';
import { positionTerms } from './terms/positionTerms.ts';
import { rightTerms } from './terms/rightTerms.ts';
import { septalTerms } from './terms/septalTerms.ts';
import { valveTerms } from './terms/valveTerms.ts';
import { veinTerms } from './terms/veinTerms.ts';

/** Every term of the heart lesion ontology, ordered by code. */
export const heartTerms: readonly Term[] = [
  ...groupTerms,
  ...septalTerms,
  ...conotruncalTerms,
  ...leftTerms,
  ...rightTerms,
  ...valveTerms,
  ...positionTerms,
  ...veinTerms,
  ...muscleTerms,
].toSorted((a, b) => a.number - b.number);

const termsByName = new Map(heartTerms.map((term) => [term.name, term]));

/** The term of that name; an unknown name is a mistake in this package and throws. */
export function termNamed(name: string): Term {
  const term = termsByName.get(name);
  if (term === undefined) throw new Error(`no ontology term named "${name}"`);
  return term;
}

export function codeOf(name: string): string {
  return termCode(termNamed(name).number);
}
