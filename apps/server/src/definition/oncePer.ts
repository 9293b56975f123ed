/** A function of two objects that finds its answer once, and keeps it as long as both of them are in use. */
export function oncePer<One extends object, Other extends object, Found>(
  find: (one: One, other: Other) => Found,
): (one: One, other: Other) => Found {
  const known = new WeakMap<One, WeakMap<Other, { readonly found: Found }>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new WeakMap<Other, { readonly found: Found }>();
    known.set(one, ofOne);
    const kept = ofOne.get(other) ?? { found: find(one, other) };
    ofOne.set(other, kept);
    return kept.found;
  };
}
