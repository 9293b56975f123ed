/** Whether a text as a whole has the form that a pattern describes. */
export type TextPattern = (text: string) => boolean;

type Test = (character: string) => boolean;

type Node =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly min: number; readonly max: number | null }
  | { readonly kind: 'start' | 'end' };

type State =
  | { readonly kind: 'character'; readonly test: Test; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'accept' };

/** Why a pattern cannot be used, in words. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}

const maxLength = 1000;
const maxCount = 1000;
const maxStates = 2000;
const maxRemembered = 20_000;

/**
 * Compiles the `pattern` of a field. Patterns come from strangers, and JavaScript's own engine takes exponential time
 * for some. So all possible states are followed at the same time, and the time grows with the text only. Look-around,
 * back-references and word boundaries do not fit this method and are refused.
 * @throws PatternFault
 */
export function compilePattern(source: string): TextPattern {
  if (source.length > maxLength) throw new PatternFault(`is longer than ${maxLength} characters`);
  const states: State[] = [{ kind: 'accept' }];
  const begin = addNode(parsePattern(source), 0, states);
  return matcher(states, begin);
}

function addState(state: State, states: State[]): number {
  if (states.length >= maxStates) throw new PatternFault('repeats too much');
  return states.push(state) - 1;
}

/** Adds the states of a node that lead on to the state `next`; returns the first of them. */
function addNode(node: Node, next: number, states: State[]): number {
  switch (node.kind) {
    case 'character':
      return addState({ kind: 'character', test: node.test, next }, states);
    case 'start':
    case 'end':
      return addState({ kind: node.kind, next }, states);
    case 'sequence':
      return node.items.reduceRight((after, item) => addNode(item, after, states), next);
    case 'choice':
      return addState({ kind: 'split', next: node.items.map((item) => addNode(item, next, states)) }, states);
    case 'repeat':
      return addRepeat(node, next, states);
  }
}

function addRepeat(
  { item, min, max }: Extract<Node, { readonly kind: 'repeat' }>,
  next: number,
  states: State[],
): number {
  let first = next;
  if (max === null) {
    const ways = [next];
    first = addState({ kind: 'split', next: ways }, states);
    ways.push(addNode(item, first, states));
  } else {
    for (let count = min; count < max; count++) {
      first = addState({ kind: 'split', next: [next, addNode(item, first, states)] }, states);
    }
  }
  for (let count = 0; count < min; count++) first = addNode(item, first, states);
  return first;
}

/** The states that may be left with the next character, as one; what comes after a character is remembered. */
interface Front {
  readonly states: readonly number[];
  readonly isEnd: boolean;
  readonly next: Map<string, Front>;
}

function matcher(states: readonly State[], begin: number): TextPattern {
  const fronts = new Map<string, Front>();
  let remembered = 0;
  const frontOf = (kernel: readonly number[], isStart: boolean): Front => {
    const inner = reach(states, kernel, { isStart, isEnd: false });
    const isEnd = reach(states, kernel, { isStart, isEnd: true }).some((at) => states[at]?.kind === 'accept');
    const key = `${inner.join()} ${isEnd}`;
    const front = fronts.get(key) ?? { states: inner, isEnd, next: new Map() };
    fronts.set(key, front);
    return front;
  };
  const first = frontOf([begin], true);
  const step = (front: Front, character: string): Front => {
    const kernel = front.states.flatMap((at) => {
      const state = states[at];
      return state?.kind === 'character' && state.test(character) ? [state.next] : [];
    });
    if (++remembered > maxRemembered) {
      fronts.clear();
      first.next.clear();
      remembered = 0;
    }
    const next = frontOf(kernel, false);
    front.next.set(character, next);
    return next;
  };
  return (text) => {
    let front = first;
    for (const character of text) {
      if (front.states.length === 0) return false;
      front = front.next.get(character) ?? step(front, character);
    }
    return front.isEnd;
  };
}

/** The states that are reached without a character, in order. */
function reach(
  states: readonly State[],
  kernel: readonly number[],
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
): readonly number[] {
  const reached = new Set<number>();
  const open = [...kernel];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const state = states[at];
    if (reached.has(at) || state === undefined) continue;
    reached.add(at);
    if (state.kind === 'split') open.push(...state.next);
    if ((state.kind === 'start' && isStart) || (state.kind === 'end' && isEnd)) open.push(state.next);
  }
  return [...reached]
    .filter((at) => states[at]?.kind === 'character' || states[at]?.kind === 'accept')
    .sort((a, b) => a - b);
}

/** The characters of a pattern that are still to be parsed. */
interface Cursor {
  readonly source: string;
  at: number;
}

function parsePattern(source: string): Node {
  const cursor: Cursor = { source, at: 0 };
  const node = parseChoice(cursor);
  if (cursor.at < source.length) throw new PatternFault('closes a group that is not open');
  return node;
}

function parseChoice(cursor: Cursor): Node {
  const items = [parseSequence(cursor)];
  while (take(cursor, /\|/y) !== null) items.push(parseSequence(cursor));
  return { kind: 'choice', items };
}

function parseSequence(cursor: Cursor): Node {
  const items: Node[] = [];
  while (cursor.at < cursor.source.length && !/[|)]/.test(cursor.source.charAt(cursor.at))) {
    items.push(parseRepeat(cursor));
  }
  return { kind: 'sequence', items };
}

function parseRepeat(cursor: Cursor): Node {
  const item = parseItem(cursor);
  const found = take(cursor, /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y);
  if (found === null) return item;
  const [text, least, comma, most] = found;
  const min = least === undefined ? (text.startsWith('+') ? 1 : 0) : Number(least);
  const max = least === undefined ? (text.startsWith('?') ? 1 : null) : maxOf(min, comma, most);
  if (min > maxCount || (max ?? 0) > maxCount || (max !== null && max < min)) {
    throw new PatternFault(`repeats ${text}, which cannot be counted`);
  }
  return { kind: 'repeat', item, min, max };
}

const maxOf = (min: number, comma: string | undefined, most: string | undefined): number | null => {
  if (comma !== ',') return min;
  return most === '' || most === undefined ? null : Number(most);
};

function parseItem(cursor: Cursor): Node {
  if (take(cursor, /\^/y) !== null) return { kind: 'start' };
  if (take(cursor, /\$/y) !== null) return { kind: 'end' };
  if (take(cursor, /\(/y) !== null) return parseGroup(cursor);
  const found =
    take(cursor, /\[\^?(?:\\.|[^\]\\])*\]/suy) ??
    take(cursor, /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)/suy) ??
    take(cursor, /[^*+?{[\\]/suy);
  if (found === null)
    throw new PatternFault(`cannot be read at "${cursor.source.slice(cursor.at, cursor.at + 10)}"`);
  return { kind: 'character', test: testOf(found[0]) };
}

function parseGroup(cursor: Cursor): Node {
  if (take(cursor, /\?:|\?P?<[A-Za-z_]\w*>/y) === null && cursor.source.startsWith('?', cursor.at)) {
    throw new PatternFault('looks around or sets options, which is not supported');
  }
  const node = parseChoice(cursor);
  if (take(cursor, /\)/y) === null) throw new PatternFault('opens a group and does not close it');
  return node;
}

/** Tests one character with JavaScript's own engine, which cannot backtrack on a single character. */
function testOf(text: string): Test {
  if (/^\\[1-9bBAZzkciCG]/.test(text))
    throw new PatternFault(`has ${text.slice(0, 2)}, which is not supported`);
  if (/^\[.*(?:\[:|-\[)/su.test(text))
    throw new PatternFault('has a class in a class, which is not supported');
  if (text.length === 1 && text !== '.') return (character) => character === text;
  const plain = text.replaceAll(/\\([^\p{L}\p{N}])/gu, (escaped, sign: string) =>
    /[$()*+./?[\\\]^{|}]/.test(sign) || (sign === '-' && text.startsWith('[')) ? escaped : sign,
  );
  try {
    const expression = new RegExp(`^${plain}$`, 'u');
    return (character) => expression.test(character);
  } catch (error) {
    throw new PatternFault(`has ${text}, which is no set of characters`, { cause: error });
  }
}

/** Takes what the sticky expression finds at the cursor. */
function take(cursor: Cursor, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = cursor.at;
  const found = expression.exec(cursor.source);
  if (found !== null) cursor.at += found[0].length;
  return found;
}
