import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

const files = (): readonly SourceFile[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** The text of a call's arguments: up to the bracket that closes it. */
function argumentsAt(text: string, from: number): string {
  let depth = 1;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return text.slice(from, index);
  }
  return text.slice(from);
}

/** What a part may take of a query without knowing that it failed. */
const blindQueryFields = 'data|isPending|isSuccess|isFetching|isPlaceholderData|dataUpdatedAt|refetch';
/** The same of an action. */
const blindActionFields = 'data|isPending|isSuccess|mutate|reset|variables';

interface Use {
  readonly before: string;
  readonly after: string;
  readonly text: string;
}

/** Whether the part that uses a query or an action never looks at its failure. */
function isBlind({ before, after, text }: Use, blindFields: string): boolean {
  if (new RegExp(`^\\.(${blindFields})\\b`).test(after)) return true;
  const [, fields, name] = /const (?:\{([^}]*)\}|(\w+)) = $/.exec(before) ?? [];
  if (fields !== undefined) return !/error|mutateAsync/i.test(fields);
  if (name === undefined) return false;
  const uses = [...text.matchAll(new RegExp(`(?<![.\\w])${name}\\b(?!\\s*:)(\\.\\w+)?`, 'g'))].slice(1);
  return uses.every(([, field = '']) => new RegExp(`^\\.(${blindFields})$`).test(field));
}

/** The queries that have a part, by the name of what makes their options; each of a name must have one. */
function named(all: readonly SourceFile[]): ReadonlySet<string> {
  const made = all.flatMap(({ text }) =>
    [...text.matchAll(/const (\w+) =(?:(?!\nexport |\nconst |\nfunction )[\s\S])*?queryOptions\(/g)].map(
      ({ 0: whole, 1: name = '', index }) => ({
        name,
        hasPart: /meta: \{ part/.test(argumentsAt(text, index + whole.length)),
      }),
    ),
  );
  const without = new Set(made.filter(({ hasPart }) => !hasPart).map(({ name }) => name));
  return new Set(made.map(({ name }) => name).filter((name) => !without.has(name)));
}

/** `file: query` of each query whose failure would show nowhere. */
function silentQueries(all: readonly SourceFile[]): readonly string[] {
  const withPart = named(all);
  return all.flatMap(({ name, text }) =>
    [...text.matchAll(/useQuery\(/g)].flatMap(({ 0: whole, index }) => {
      const given = argumentsAt(text, index + whole.length);
      const options = /^\s*(?:\{\s*\.\.\.)?(\w+)/.exec(given)?.[1] ?? given.trim().slice(0, 20);
      const after = text.slice(index + whole.length + given.length + 1);
      const says = withPart.has(options) || /\bmeta\b|enabled: false|queryFn: \(\) => false/.test(given);
      return says || !isBlind({ before: text.slice(0, index), after, text }, blindQueryFields)
        ? []
        : [`${name}: ${options}`];
    }),
  );
}

/** What makes an action: that of the library, and every hook that gives on what one gave. */
function makersOfActions(all: readonly SourceFile[]): readonly string[] {
  const makers = new Set(['useMutation']);
  for (let before = 0; before < makers.size; ) {
    before = makers.size;
    const given = new RegExp(`(?:return|=>|=)\\s+(?:${[...makers].join('|')})(?:<[^(]*>)?\\(`);
    for (const { text } of all)
      for (const [part] of text.matchAll(
        /(?:function|const) use\w+[\s\S]*?(?=\n(?:export|const|function|interface|\/\*\*)|$)/g,
      )) {
        const [, name = ''] = /^\w+ (\w+)/.exec(part) ?? [];
        const isKept =
          /\bonError\b/.test(part) || !given.test(part.replace(/const (?:\w+|\{[^}]*\}) =\s/g, ''));
        if (!isKept) makers.add(name);
      }
  }
  return [...makers];
}

/** `file: name` of each action whose failure would show nowhere. */
function silentActions(all: readonly SourceFile[]): readonly string[] {
  const makers = new RegExp(`\\b(?:${makersOfActions(all).join('|')})\\(`, 'g');
  return all.flatMap(({ name, text }) =>
    [...text.matchAll(makers)].flatMap(({ 0: whole, index }) => {
      const given = argumentsAt(text, index + whole.length);
      const use = {
        before: text.slice(0, index),
        after: text.slice(index + whole.length + given.length + 1),
        text,
      };
      const says = /onError|meta: \{ part/.test(given);
      return says || !isBlind(use, blindActionFields) ? [] : [`${name}: ${whole.slice(0, -1)}`];
    }),
  );
}

/** Queries whose failure another part of the screen shows, or whose refusal is an answer. */
const shownElsewhere = [
  // The gate stands in place of every screen.
  /: currentUserQuery$/,
  // The middle of the query screen.
  /CountStrip\.tsx: cohortOptions$/,
  // The count above the filters.
  /FilterPanel\.tsx: countOptions$/,
  // The list of the values beside the chart.
  /TextEditor\.tsx: statisticsOptions$/,
  // Others than the creator are refused, and see no button.
  /ReportScreen\.tsx: versionsOptions$/,
];

describe('a query that fails (rule 16.8)', () => {
  it('says so where it is shown, or names the part that is missing', () => {
    const silent = silentQueries(files());
    expect(silent.filter((one) => !shownElsewhere.some((known) => known.test(one)))).toEqual([]);
  });

  it.each([
    ['const { data } = useQuery(thing);', 1],
    ['const found = useQuery(thing).data;', 1],
    ['const found = useQuery(thing);\nreturn found.data;', 1],
    ['const found = useQuery(thing);\nreturn found.isError;', 0],
    ['const found = useQuery(thing);\nreturn <Loaded query={found} />;', 0],
    ["const { data } = useQuery({ ...thing, meta: { part: 'x' } });", 0],
    ["const thing = queryOptions({ meta: { part: 'x' } });\nconst { data } = useQuery(thing);", 0],
  ])('is looked for: %s', (text, count) => {
    expect(silentQueries([{ name: 'a.ts', text }])).toHaveLength(count);
  });
});

/** Actions whose failure goes to who began them. */
const toldOtherwise = [
  // The form that sends it has the failure.
  /ArticleEditor\.tsx: useRoomAction$/,
  // Each click says so where it is refused.
  /useStar\.ts: useReportChange$/,
];

describe('an action that fails (rule 11.48)', () => {
  it('is looked at where it was begun', () => {
    const silent = silentActions(files());
    expect(silent.filter((one) => !toldOtherwise.some((known) => known.test(one)))).toEqual([]);
  });

  it.each([
    ['const act = useMutation(thing);\nact.mutate();', 1],
    ['const { mutate } = useMutation(thing);', 1],
    ['function useThing() {\n  return useMutation(thing);\n}\nconst { mutate } = useThing();', 1],
    ['const act = useMutation(thing);\nact.mutate(), act.error;', 0],
    ['const act = useMutation(thing);\nfailureOf(act);', 0],
    ['const { mutate } = useMutation({ onError: say });', 0],
  ])('is looked for: %s', (text, count) => {
    expect(silentActions([{ name: 'a.ts', text }])).toHaveLength(count);
  });
});
