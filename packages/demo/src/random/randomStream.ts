/** A reproducible source of chance: the same seed and stream number give the same draws on every machine. */
export interface RandomStream {
  /** Uniform in [0, 1). */
  fraction(): number;
  chance(probability: number): boolean;
  /** Uniform whole number, both bounds included. */
  integer(low: number, high: number): number;
  /** Whole number between the bounds, the low end more likely. */
  early(low: number, high: number): number;
  normal(mean: number, deviation: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the items, each as likely as its weight. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  /** The value, or null with the given probability: a gap in the record. */
  unless<Value>(missing: number, value: Value): Value | null;
}

export function randomStream(seed: number, stream: number): RandomStream {
  const fraction = sfc32(seed, stream);
  const chance = (probability: number) => fraction() < probability;
  const integer = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  return {
    fraction,
    chance,
    integer,
    early: (low, high) => low + Math.floor(fraction() * fraction() * (high - low + 1)),
    normal: (mean, deviation) => mean + deviation * standardNormal(fraction),
    pick: (items) => present(items[integer(0, items.length - 1)]),
    weighted: (items) => weighted(items, fraction()),
    unless: (missing, value) => (chance(missing) ? null : value),
  };
}

/** Chris Doty-Humphrey's small fast counting generator, 32 bit, seeded through splitmix32. */
function sfc32(seed: number, stream: number): () => number {
  const next = splitmix32(Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b));
  let [a, b, c, counter] = [next(), next(), next(), 1];
  const draw = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round += 1) draw();
  return draw;
}

function splitmix32(start: number): () => number {
  let state = start | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) | 0;
  };
}

/** A sum of twelve draws: only additions, so that no platform's logarithm can change a byte. */
function standardNormal(fraction: () => number): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += fraction();
  return sum;
}

function weighted<Item>(items: readonly (readonly [Item, number])[], fraction: number): Item {
  let rest = fraction * items.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of items) {
    rest -= weight;
    if (rest < 0) return item;
  }
  return present(items.at(-1))[0];
}

function present<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}
