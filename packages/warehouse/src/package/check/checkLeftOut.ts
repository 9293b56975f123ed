import { type DescribedPackage, whyLeftOut } from '../describedTable.ts';

/** Refuses a package that needs a resource which cannot be loaded, or of which nothing can be loaded. */
export function checkLeftOut({ descriptor, all, loaded, leftOut }: DescribedPackage): string[] {
  const { atrium } = descriptor;
  const reasons = new Map(leftOut.map(({ name, kind }) => [name, whyLeftOut[kind]]));
  const reasonOf = (name: string | undefined): string | undefined => reasons.get(name ?? '');
  const problems: string[] = [];
  for (const key of ['root', 'files'] as const) {
    const reason = reasonOf(atrium?.[key]);
    if (reason !== undefined)
      problems.push(`package: the ${key} resource "${atrium?.[key]}" cannot be loaded: ${reason}`);
  }
  for (const { name, resource } of all) {
    const reason = reasonOf(name);
    const isWanted = resource.atrium?.load === true || resource.atrium?.event !== undefined;
    if (reason !== undefined && isWanted) problems.push(`resource ${name}: it cannot be loaded: ${reason}`);
  }
  for (const table of loaded) {
    for (const { fields, target } of table.references) {
      const reason = reasonOf(target);
      if (reason === undefined) continue;
      const key = `its foreign key (${fields.join(', ')})`;
      problems.push(
        `resource ${table.name}: ${key} leads to the resource "${target}", which cannot be loaded: ${reason}`,
      );
    }
  }
  if (loaded.length === 0) {
    problems.push('package: nothing in it can be loaded');
    problems.push(...leftOut.map(({ name, kind }) => `resource ${name}: ${whyLeftOut[kind]}`));
  }
  return problems;
}
