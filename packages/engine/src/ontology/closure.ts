/** For each node the indexes of itself and everything above it, or the members of one cycle in order. */
export type Closure =
  | { readonly kind: 'closed'; readonly ancestors: readonly Int32Array[] }
  | { readonly kind: 'cyclic'; readonly cycle: readonly number[] };

/**
 * The reflexive, transitive closure of a graph with several parents per node; `parents[n]` are indexes of nodes.
 * Parents are finished before their children, so each node costs the sum of its parents' ancestors.
 */
export function close(parents: readonly (readonly number[])[]): Closure {
  const order = parentsFirst(parents);
  if (order.length < parents.length) return { kind: 'cyclic', cycle: findCycle(parents, new Set(order)) };
  const ancestors: Int32Array[] = new Array(parents.length);
  const seenFor = new Int32Array(parents.length).fill(-1);
  for (const node of order) {
    const found = [node];
    seenFor[node] = node;
    for (const parent of parents[node] ?? []) {
      for (const ancestor of ancestors[parent] ?? []) {
        if (seenFor[ancestor] === node) continue;
        seenFor[ancestor] = node;
        found.push(ancestor);
      }
    }
    ancestors[node] = Int32Array.from(found);
  }
  return { kind: 'closed', ancestors };
}

/** Nodes in an order in which parents precede children; members of cycles and what hangs below them are left out. */
function parentsFirst(parents: readonly (readonly number[])[]): number[] {
  const waitsFor = parents.map((above) => above.length);
  const children: number[][] = parents.map(() => []);
  parents.forEach((above, child) => {
    for (const parent of above) children[parent]?.push(child);
  });
  const order = waitsFor.flatMap((count, node) => (count === 0 ? [node] : []));
  for (const node of order) {
    for (const child of children[node] ?? []) {
      const left = (waitsFor[child] ?? 0) - 1;
      waitsFor[child] = left;
      if (left === 0) order.push(child);
    }
  }
  return order;
}

/** Every unfinished node has an unfinished parent, so walking up must come back to a node seen before. */
function findCycle(parents: readonly (readonly number[])[], finished: ReadonlySet<number>): number[] {
  const path: number[] = [];
  const position = new Map<number, number>();
  let node = parents.findIndex((_, index) => !finished.has(index));
  while (!position.has(node)) {
    position.set(node, path.length);
    path.push(node);
    node = (parents[node] ?? []).find((parent) => !finished.has(parent)) ?? node;
  }
  return path.slice(position.get(node));
}
