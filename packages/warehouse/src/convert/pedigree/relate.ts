import type { PedPerson } from './parsePed.ts';

/** How a person is related to the proband of the family. */
export type Relation =
  | 'Proband'
  | 'Father'
  | 'Mother'
  | 'Sibling'
  | 'Half-sibling'
  | 'Child'
  | 'Grandparent'
  | 'Other';

export interface Related {
  readonly relation: Relation;
  readonly hasCompleteTrio: boolean;
}

/**
 * How each person of one family is related to its proband, and whether both parents have a line. A pedigree does not
 * name the proband: it is the first affected person with a parent, else the first with a parent, else the first
 * affected one, else the first; a parent who has a line comes before one who is only named (rule 10.22).
 */
export function relateFamily(
  family: readonly PedPerson[],
  isAffected: (person: PedPerson) => boolean,
): ReadonlyMap<PedPerson, Related> {
  const byName = new Map(family.map((person) => [person.individual, person] as const));
  const proband = probandOf(family, { isAffected, hasLine: (name) => byName.has(name) });
  const parents = parentsOf(proband);
  const grandparents = new Set(
    parents.flatMap((name) => {
      const parent = byName.get(name);
      return parent === undefined ? [] : parentsOf(parent);
    }),
  );
  const relationOf = (person: PedPerson): Relation => {
    const name = person.individual;
    if (person === proband) return 'Proband';
    if (proband === undefined) return 'Other';
    if (name === proband.father) return 'Father';
    if (name === proband.mother) return 'Mother';
    if (parentsOf(person).includes(proband.individual)) return 'Child';
    const shared = parentsOf(person).filter((parent) => parents.includes(parent)).length;
    if (shared === 2) return 'Sibling';
    if (shared === 1) return 'Half-sibling';
    return grandparents.has(name) ? 'Grandparent' : 'Other';
  };
  return new Map(
    family.map((person) => {
      const { father, mother } = person;
      const hasCompleteTrio = father !== null && mother !== null && byName.has(father) && byName.has(mother);
      return [person, { relation: relationOf(person), hasCompleteTrio }] as const;
    }),
  );
}

const parentsOf = (person: PedPerson | undefined): readonly string[] =>
  [person?.father, person?.mother].filter((name) => typeof name === 'string');

const hasParent = (person: PedPerson): boolean => parentsOf(person).length > 0;

interface KnownPeople {
  readonly isAffected: (person: PedPerson) => boolean;
  readonly hasLine: (name: string) => boolean;
}

function probandOf(
  family: readonly PedPerson[],
  { isAffected, hasLine }: KnownPeople,
): PedPerson | undefined {
  const hasParentHere = (person: PedPerson): boolean => parentsOf(person).some(hasLine);
  return (
    family.find((person) => isAffected(person) && hasParentHere(person)) ??
    family.find((person) => isAffected(person) && hasParent(person)) ??
    family.find(hasParentHere) ??
    family.find(hasParent) ??
    family.find(isAffected) ??
    family[0]
  );
}

/** What is wrong with the members of one family, with the lines; empty where it can be a family. */
export function faultsOfFamily(family: readonly PedPerson[]): readonly string[] {
  const byName = new Map<string, PedPerson>();
  const faults: string[] = [];
  for (const person of family) {
    const known = byName.get(person.individual);
    if (known === undefined) byName.set(person.individual, person);
    else faults.push(`${person.where}: individual "${person.individual}" stands in ${known.where} already`);
  }
  for (const person of family) {
    const { father, mother, where } = person;
    if (father !== null && byName.get(father)?.sex === 'Female')
      faults.push(`${where}: father: "${father}" is female in ${byName.get(father)?.where}`);
    if (mother !== null && byName.get(mother)?.sex === 'Male')
      faults.push(`${where}: mother: "${mother}" is male in ${byName.get(mother)?.where}`);
    if (father !== null && father === mother) faults.push(`${where}: father and mother are both "${father}"`);
  }
  return [...faults, ...circles(family, byName)];
}

/** Persons who descend from themselves. Persons without a parent here are removed, then their children alike. */
function circles(family: readonly PedPerson[], byName: ReadonlyMap<string, PedPerson>): readonly string[] {
  const children = new Map<PedPerson, PedPerson[]>();
  const parentsLeft = new Map<PedPerson, number>();
  for (const person of family) {
    const parents = new Set(parentsOf(person).flatMap((name) => byName.get(name) ?? []));
    parentsLeft.set(person, parents.size);
    for (const parent of parents) {
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [person]);
      else known.push(person);
    }
  }
  const free = family.filter((person) => parentsLeft.get(person) === 0);
  for (let person = free.pop(); person !== undefined; person = free.pop()) {
    parentsLeft.delete(person);
    for (const child of children.get(person) ?? []) {
      const left = (parentsLeft.get(child) ?? 0) - 1;
      parentsLeft.set(child, left);
      if (left === 0) free.push(child);
    }
  }
  const [first] = parentsLeft.keys();
  return first === undefined
    ? []
    : [
        `${first.where}: individual "${first.individual}" descends from themselves, or from somebody who does`,
      ];
}
