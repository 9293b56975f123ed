import { wordsOf } from '../identify/nameWords.ts';
import { namesBirth } from './columnNames.ts';
import { countOf, type Guess } from './guess.ts';
import type { FoundRoot } from './guessRoot.ts';
import type { DescribedColumn, DescribedFile } from './keysAndLinks.ts';

/** What looks like events, which only a person can say (rule 10.40). */
export const guessEvents = (files: readonly DescribedFile[], root: FoundRoot): readonly Guess[] =>
  files.flatMap((file) => [
    ...(file !== root.root && root.connected.has(file) ? eventsOf(file) : []),
    ...seriesOf(file),
  ]);

const endWords = /^(?:end|ende|stop|finish|until|to|bis|discharge|resolved)$/;
const startWords = /^(?:start|begin|beginn|from|von|admission|onset)$/;
const speaks = ({ column }: DescribedColumn, words: RegExp): boolean =>
  wordsOf(column.name).some((word) => words.test(word));

/** A table below the subjects with a date of its rows. */
function eventsOf(file: DescribedFile): readonly Guess[] {
  const times = file.columns.filter(
    ({ column, type }) =>
      ['date', 'datetime', 'duration'].includes(type.field.type ?? '') && !namesBirth(column.name),
  );
  const start = times.find((one) => speaks(one, startWords)) ?? times.find((one) => !speaks(one, endWords));
  if (start === undefined) return [];
  const end = times.find((one) => one !== start && speaks(one, endWords));
  const event = { start: start.column.name, ...(end === undefined ? {} : { end: end.column.name }) };
  const others = times.filter((one) => one !== start && one !== end).map(({ column }) => column.name);
  const also = others.length === 0 ? '' : `; other times: ${others.join(', ')}`;
  return [
    {
      about: file.staged.file.path,
      text: `perhaps events: its rows have the time ${start.column.name}; if so, say atrium.event ${JSON.stringify(event)}${also}`,
      counterExamples: [],
    },
  ];
}

const leastSeries = 2;

/** Columns that repeat with a number, as visit1_date, visit2_date, are rows of a table of their own. */
function seriesOf(file: DescribedFile): readonly Guess[] {
  const series = new Map<string, string[]>();
  for (const { column } of file.columns) {
    const stem = stemOf(column.name);
    if (stem !== null) series.set(stem, [...(series.get(stem) ?? []), column.name]);
  }
  const found = [...series.values()].filter((names) => names.length >= leastSeries);
  if (found.length === 0) return [];
  const listed = found.map(
    (names) => `${names[0] ?? ''} … ${names.at(-1) ?? ''} (${countOf(names.length, 'column')})`,
  );
  return [
    {
      about: file.staged.file.path,
      text: `perhaps events in columns: ${listed.join(', ')}; as rows of a table of their own they can be asked for together`,
      counterExamples: [],
    },
  ];
}

/** The name without the number of a visit, wave or time; null where it has none. */
function stemOf(name: string): string | null {
  const match =
    /^(.*?)[ _.-]?(?:(?<=[a-z ])|(?<=[_.-]))(?:v|t|visit|wave|month|day|week|year|m|w)?[ _.-]?(\d{1,3})((?:[ _.-].*)?)$/i.exec(
      name,
    );
  if (match === null || match[1] === '') return null;
  return `${match[1]}#${match[3] ?? ''}`.toLowerCase();
}
