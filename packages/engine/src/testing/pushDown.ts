import type { Query } from '../sql/query.ts';

/**
 * What Citus would not send to where the rows of subjects lie, read from the text of a statement: each line names one
 * fault, and none means that every join is by subject and that only figures travel. `subject` is the one key, so an
 * equality of two columns of that name is what joins rows of one server.
 */
export function faultsOfPushDown(
  { text }: Pick<Query, 'text'>,
  isDistributed: (table: string) => boolean,
): readonly string[] {
  const faults: string[] = [];
  const kind = judgeQuery(toTree(text), { parts: new Map(), outer: [], isDistributed, faults });
  return kind === 'keyed' ? [...faults, 'rows of subjects are the answer'] : faults;
}

/** A token, or what stands in brackets. */
type Node = string | readonly Node[];

/** Of rows: they lie where their subject lies; they are the same on every server; or they were brought to one. */
type Kind = 'keyed' | 'everywhere' | 'gathered';

interface Part {
  readonly kind: Kind;
  /** Whether it is a part of each statement that names it. */
  readonly isInlined: boolean;
  uses: number;
}

interface Scope {
  readonly parts: ReadonlyMap<string, Part>;
  /** Aliases of keyed rows of the statements around. */
  readonly outer: readonly string[];
  readonly isDistributed: (table: string) => boolean;
  readonly faults: string[];
}

function toTree(text: string): readonly Node[] {
  const open: Node[][] = [[]];
  for (const [token] of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\$\d+|::|<>|[<>]=|\w+|\S/g)) {
    if (token === '(') open.push([]);
    else if (token === ')') {
      const inner = open.pop() ?? [];
      open.at(-1)?.push(inner);
    } else open.at(-1)?.push(token.startsWith('"') ? token.slice(1, -1) : token);
  }
  return open[0] ?? [];
}

const isGroup = (node: Node | undefined): node is readonly Node[] =>
  node !== undefined && typeof node !== 'string';
const isQuery = (node: Node | undefined): node is readonly Node[] =>
  isGroup(node) && (node[0] === 'SELECT' || node[0] === 'WITH');

function judgeQuery(nodes: readonly Node[], scope: Scope): Kind {
  const { parts, rest } = partsOf(nodes, scope);
  const kinds = split(rest, (node) => node === 'UNION' || node === 'EXCEPT').map((select) =>
    judgeSelect(select[0] === 'ALL' ? select.slice(1) : select, { ...scope, parts }),
  );
  for (const [name, { kind, isInlined, uses }] of parts)
    if (kind === 'keyed' && !isInlined && uses > 1 && !scope.parts.has(name))
      scope.faults.push(`${name} is named twice and gathered`);
  if (kinds.length > 1 && kinds.includes('keyed')) scope.faults.push('rows of subjects are united');
  return kinds.find((kind) => kind !== 'everywhere') ?? 'everywhere';
}

/** The parts of a WITH clause beside those around, and the statement behind them. */
function partsOf(nodes: readonly Node[], scope: Scope) {
  const parts = new Map(scope.parts);
  if (nodes[0] !== 'WITH') return { parts, rest: nodes };
  if (nodes[1] === 'RECURSIVE') scope.faults.push('a walk of unknown length');
  let at = nodes[1] === 'RECURSIVE' ? 1 : 0;
  do {
    at += 1;
    const name = String(nodes[at]);
    const body = nodes.findIndex((node, index) => index > at && isGroup(node));
    const how = nodes.slice(at + 1, body).join(' ');
    const inner = nodes[body];
    const known = new Map(parts).set(name, { kind: 'everywhere', isInlined: true, uses: 0 });
    const kind = isGroup(inner) ? judgeQuery(inner, { ...scope, parts: known }) : 'everywhere';
    if (kind === 'keyed' && how === 'AS MATERIALIZED') scope.faults.push(`${name} is gathered`);
    parts.set(name, { kind, isInlined: how === 'AS NOT MATERIALIZED', uses: 0 });
    at = body + 1;
  } while (nodes[at] === ',');
  return { parts, rest: nodes.slice(at) };
}

function split(nodes: readonly Node[], isBetween: (node: Node) => boolean): readonly (readonly Node[])[] {
  const found: Node[][] = [[]];
  for (const node of nodes) {
    if (isBetween(node)) found.push([]);
    else found.at(-1)?.push(node);
  }
  return found;
}

const clauses = ['SELECT', 'FROM', 'WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET'] as const;
type Clauses = Readonly<Partial<Record<(typeof clauses)[number], readonly Node[]>>>;

function clausesOf(nodes: readonly Node[]): Clauses {
  const found: Partial<Record<(typeof clauses)[number], Node[]>> = {};
  let current: Node[] = [];
  for (const node of nodes) {
    const clause = clauses.find((name) => name === node);
    if (clause === undefined) current.push(node);
    else {
      current = [];
      found[clause] = current;
    }
  }
  return found;
}

function judgeSelect(nodes: readonly Node[], scope: Scope): Kind {
  const found = clausesOf(nodes);
  const {
    SELECT: select = [],
    FROM: from = [],
    WHERE: where = [],
    GROUP: group,
    HAVING: having = [],
  } = found;
  const { kinds, conditions } = relationsOf(from, scope);
  const keyed = [...kinds].flatMap(([alias, kind]) => (kind === 'keyed' ? [alias] : []));
  const joined = [...conditions, ...where];
  requireOneKey(keyed, joined, scope);
  if (keyed.length === 0 && from.length > 0 && hasInner(joined))
    scope.faults.push('shared rows are gathered');
  const within = { ...scope, outer: [...scope.outer, ...keyed] };
  for (const part of [select, joined, having]) judgeInner(part, within);
  if (keyed.length === 0) return [...kinds.values()].includes('gathered') ? 'gathered' : 'everywhere';
  const aggregates = select.filter((node, index) => isGroup(node) && isAggregate(select[index - 1]));
  if (aggregates.some((node) => isGroup(node) && node[0] === 'DISTINCT'))
    scope.faults.push('DISTINCT in an aggregate');
  if (select.includes('OVER')) scope.faults.push('a window over rows of subjects');
  const isGrouped = group !== undefined || aggregates.length > 0;
  const names = isGrouped ? (group ?? []) : select;
  if (names.includes('_subject')) {
    if (found.OFFSET === undefined && found.LIMIT === undefined) return 'keyed';
    scope.faults.push('rows are gathered');
    return 'gathered';
  }
  if (!isGrouped && select[0] !== 'DISTINCT' && select[0] !== '1')
    scope.faults.push('rows leave their subject');
  return isGrouped || select[0] === 'DISTINCT' ? 'gathered' : 'keyed';
}

const isAggregate = (node: Node | undefined): boolean =>
  typeof node === 'string' && /^(count|sum|min|max|avg|bool_or|array_agg|string_agg)$/.test(node);

interface Relations {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly conditions: readonly Node[];
}

const joinWords: ReadonlySet<Node> = new Set([',', 'JOIN', 'LEFT', 'CROSS', 'INNER']);

function relationsOf(from: readonly Node[], scope: Scope): Relations {
  const kinds = new Map<string, Kind>();
  const conditions: Node[] = [];
  for (const item of split(from, (node) => joinWords.has(node))) {
    if (item.length === 0) continue;
    const [relation = [], ...on] = split(item, (node) => node === 'ON');
    conditions.push(...on.flat(), 'AND');
    const as = relation.indexOf('AS');
    const source = as < 0 ? relation : relation.slice(0, as);
    kinds.set(String(as < 0 ? relation.at(-1) : relation[as + 1]), kindOf(source, scope));
  }
  return { kinds, conditions };
}

function kindOf(source: readonly Node[], scope: Scope): Kind {
  const [first, second, third] = source;
  if (isQuery(first)) return judgeQuery(first, { ...scope, outer: [] });
  if (isGroup(second)) return 'everywhere';
  if (second === '.') return scope.isDistributed(String(third)) ? 'keyed' : 'everywhere';
  const part = scope.parts.get(String(first));
  if (part === undefined) throw new Error(`${String(first)} is no table of this statement.`);
  part.uses += 1;
  return part.kind;
}

/** All keyed rows must be of one subject, which is that of a row around where there is one. */
function requireOneKey(
  keyed: readonly string[],
  conditions: readonly Node[],
  { outer, faults }: Scope,
): void {
  if (keyed.length === 0) return;
  const groups = new Map<string, string>();
  const rootOf = (alias: string): string => {
    const next = groups.get(alias);
    return next === undefined ? alias : rootOf(next);
  };
  const unite = (one: string, other: string): void => {
    const [from, to] = [rootOf(one), rootOf(other)];
    if (from !== to) groups.set(from, to);
  };
  for (const other of outer) unite(other, outer[0] ?? other);
  const all = demanded(conditions);
  all.forEach((node, index) => {
    const [dot, key, sign, other, otherDot, otherKey] = all.slice(index + 1, index + 7);
    if (dot === '.' && key === '_subject' && sign === '=' && otherDot === '.' && otherKey === '_subject')
      unite(String(node), String(other));
  });
  const [first = ''] = [...outer, ...keyed];
  const apart = keyed.filter((alias) => rootOf(alias) !== rootOf(first));
  if (apart.length > 0) faults.push(`${apart.join(', ')} joined without the subject`);
}

/** What must hold in any case: without brackets around what is so, and without the alternatives in others. */
const demanded = (conditions: readonly Node[]): readonly Node[] =>
  conditions.includes('OR')
    ? []
    : conditions.flatMap((node, index) => {
        const before = conditions[index - 1];
        return isGroup(node) && !isQuery(node) && (before === undefined || before === 'AND')
          ? demanded(node)
          : [node];
      });

/** Whether there is a statement within, at any depth. */
const hasInner = (nodes: readonly Node[]): boolean =>
  nodes.some((node) => isQuery(node) || (isGroup(node) && hasInner(node)));

/** Statements within conditions and cells. */
function judgeInner(nodes: readonly Node[], scope: Scope): void {
  nodes.forEach((node, index) => {
    if (!isGroup(node)) return;
    if (!isQuery(node)) judgeInner(node, scope);
    else if (nodes[index - 1] === 'EXISTS') judgeQuery(node, scope);
    else if (judgeQuery(node, { ...scope, outer: [] }) === 'keyed')
      scope.faults.push(
        nodes[index - 1] === 'IN' ? 'IN over rows of subjects' : 'rows of subjects in a cell',
      );
  });
}
