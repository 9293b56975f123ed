/** One sentence for each name that occurs more than once; names that differ only in case count as one. */
export function describeDuplicates(names: readonly string[], describe: (name: string) => string): string[] {
  const counts = new Map<string, string[]>();
  for (const name of names) {
    const key = name.toLowerCase();
    counts.set(key, [...(counts.get(key) ?? []), name]);
  }
  return [...counts.values()].flatMap((same) => {
    if (same.length === 1) return [];
    const spellings = [...new Set(same)];
    const hint = spellings.length > 1 ? ` (also spelled ${spellings.slice(1).join(', ')})` : '';
    return [`${describe(spellings[0] ?? '')} occurs ${same.length} times${hint}`];
  });
}
