/** The names, told apart by a number where one occurs again, be it in other case: `Age`, `Age (2)`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name} (${number})`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
