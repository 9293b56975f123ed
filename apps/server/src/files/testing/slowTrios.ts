import type { CataloguedFile, Person } from './filesPackage.ts';

interface Seen {
  readonly visible: ReadonlySet<string>;
  readonly cohort: ReadonlySet<string>;
  readonly readable: readonly CataloguedFile[];
}

/**
 * Families of three whose proband is in the cohort, and for each experiment type how many of them have a file for all
 * three.
 */
export function triosOf(people: readonly Person[], { visible, cohort, readable }: Seen) {
  const families = new Map<string, Person[]>();
  for (const person of people) {
    if (!visible.has(person.id)) continue;
    families.set(person.family, [...(families.get(person.family) ?? []), person]);
  }
  const complete = [...families.values()].filter(
    (family) => family.length === 3 && family.some(({ id, role }) => role === 'Proband' && cohort.has(id)),
  );
  const experiments = [...new Set(readable.map(({ experiment }) => experiment))].sort();
  const having = experiments.map((experiment_type) => {
    const owners = new Set(
      readable.filter(({ experiment }) => experiment === experiment_type).flatMap(({ subjects }) => subjects),
    );
    return {
      experiment_type,
      trios: complete.filter((family) => family.every(({ id }) => owners.has(id))).length,
    };
  });
  return { complete: complete.length, experiment_types: having.filter(({ trios }) => trios > 0) };
}
