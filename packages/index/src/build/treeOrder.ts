import type { Terms } from '../layout/releaseIndex.ts';

/** A new order of texts. */
interface TextOrder {
  readonly texts: readonly string[];
  /** The code in the new order by that in the old one; 0 stays 0. */
  readonly codeOf: Uint32Array;
}

interface Edge {
  readonly code: string;
  readonly parent: string;
}

/**
 * Codes of an ontology in the order of its tree: each term before those below it, which follow at once, but for terms
 * that came with another parent before. Texts that are no terms come last.
 */
export function treeOrder(texts: readonly string[], edges: readonly Edge[]): TextOrder {
  const children = new Map<string, string[]>();
  const below = new Set<string>();
  for (const { code, parent } of edges) {
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [code]);
    else known.push(code);
    below.add(code);
  }
  const roots = [...children.keys()].filter((code) => !below.has(code)).sort();
  const oldCodes = new Map(texts.map((text, index) => [text, index + 1]));
  const codeOf = new Uint32Array(texts.length + 1);
  const ordered: string[] = [];
  const add = (text: string): void => {
    const code = oldCodes.get(text);
    if (code === undefined || codeOf[code] !== 0) return;
    codeOf[code] = ordered.push(text);
  };
  const visited = new Set<string>();
  const waiting = roots.reverse();
  for (let term = waiting.pop(); term !== undefined; term = waiting.pop()) {
    if (visited.has(term)) continue;
    visited.add(term);
    add(term);
    waiting.push(...(children.get(term) ?? []).sort().reverse());
  }
  for (const text of texts) add(text);
  return { texts: ordered, codeOf };
}

/** The same terms with codes in another order. */
export function inOrder({ labels, within, alternatives, unknown }: Terms, { codeOf }: TextOrder): Terms {
  const moved = (codes: readonly number[]): readonly number[] =>
    codes.map((code) => codeOf[code] ?? 0).sort((one, other) => one - other);
  const movedLabels: (string | null)[] = [];
  labels.forEach((label, index) => {
    movedLabels[(codeOf[index + 1] ?? 0) - 1] = label;
  });
  return {
    labels: movedLabels,
    within: new Map([...within].map(([term, codes]) => [term, moved(codes)])),
    alternatives,
    unknown: moved(unknown),
  };
}
