import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRandom } from './random.ts';

const rowsPerSubject = 5;
const tests = ['HGB', 'PLT', 'WBC', 'CRP', 'ALB'];
const words = ['fasting', 'repeat', 'late draw', 'by courier', '=1+1', 'frozen', 'café', 'second tube'];
const tags = ['urgent', 'research', 'outpatient', 'night shift', 'control'];

/** Fields of a wide reading beside those of a narrow one, seven of each kind or six. */
const extra = {
  texts: numbered('text', 7),
  measures: numbered('measure', 7),
  days: numbered('day', 6),
} as const;

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
}

export const shapes = ['narrow', 'wide', 'lists'] as const;
export type Shape = (typeof shapes)[number];

/** A column of the results table besides the participant's id. */
export interface Column {
  readonly concept_id: string;
  readonly aggregation_method: 'stack' | 'list_all' | 'list_distinct';
}
const columns = (method: Column['aggregation_method'], concepts: readonly string[]): readonly Column[] =>
  concepts.map((concept_id) => ({ concept_id, aggregation_method: method }));

/**
 * The shape of the results table. In a narrow or wide one a row is one reading with one of its tags; in one of lists it
 * is a participant with lists of all readings.
 */
export const columnsOf: Readonly<Record<Shape, readonly Column[]>> = {
  narrow: columns('stack', ['sex', 'reading_id', 'test', 'value', 'drawn', 'remark']),
  wide: columns('stack', [
    ...['sex', 'reading_id', 'test', 'value', 'drawn', 'remark', 'tags'],
    ...[...extra.texts, ...extra.measures, ...extra.days],
  ]),
  lists: [
    ...columns('list_all', ['tags', 'reading_id', 'text1', 'text2', 'measure1', 'day1']),
    ...columns('list_distinct', ['tags', 'remark', 'measure2', 'day2']),
  ],
};

export interface LongPackage {
  readonly shape: Shape;
  /** Rows of a results table that stacks; records under one of lists. */
  readonly rows: number;
}

/** The number of rows of the results table. */
export const rowsOf = ({ shape, rows }: LongPackage): number =>
  shape === 'lists' ? Math.ceil(rows / rowsPerSubject) : rows;

/**
 * A data package of readings, five of each participant; the same shape and size always gives the same bytes. A reading of
 * a wide table or of lists has two tags, so that half as many readings make the rows of a wide one.
 */
export async function writeLongPackage(folder: string, { shape, rows }: LongPackage): Promise<string> {
  await mkdir(folder, { recursive: true });
  const isWide = shape !== 'narrow';
  const random = createRandom(1);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const day = (): string =>
    new Date(Date.UTC(2010, 0, Math.floor(random() * 4000))).toISOString().slice(0, 10);
  const measure = (): string => (random() * 200).toFixed(3);
  const remark = (): string => `${pick(words)}; ${pick(words)}`;
  const readings = shape === 'wide' ? rows / 2 : rows;
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor(isWide)));
  const subjects = Math.ceil(readings / rowsPerSubject);
  await writeLines(path.join(folder, 'participants.csv'), subjects, 'participant_id,sex', (number) =>
    [subjectId(number), pick(['Female', 'Male', ''])].join(','),
  );
  const more = isWide ? ['tags', ...extra.texts, ...extra.measures, ...extra.days] : [];
  const heading = ['reading_id,participant_id,test,value,drawn,remark', ...more].join(',');
  const wideCells = (): readonly string[] => {
    const first = Math.floor(random() * tags.length);
    return [
      `${tags[first]}|${tags[(first + 1) % tags.length]}`,
      ...extra.texts.map(remark),
      ...extra.measures.map(measure),
      ...extra.days.map(day),
    ];
  };
  await writeLines(path.join(folder, 'readings.csv'), readings, heading, (number) =>
    [
      `R${String(number).padStart(8, '0')}`,
      subjectId(Math.floor(number / rowsPerSubject)),
      pick(tests),
      measure(),
      day(),
      remark(),
      ...(isWide ? wideCells() : []),
    ].join(','),
  );
  return folder;
}

const subjectId = (number: number): string => `P${String(number).padStart(7, '0')}`;

async function writeLines(file: string, count: number, heading: string, line: (number: number) => string) {
  const output = createWriteStream(file);
  output.write(`${heading}\n`);
  for (let number = 0; number < count; number += 1) {
    if (!output.write(`${line(number)}\n`)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'finish');
}

const text = (name: string, atrium: object = {}) => ({ name, type: 'string', atrium });
const named = (id: string) => ({ id });

const participants = {
  name: 'participant',
  path: 'participants.csv',
  schema: {
    primaryKey: 'participant_id',
    fields: [text('participant_id'), { name: 'sex', type: 'string', categories: ['Female', 'Male'] }],
  },
};

const readingFields = (isWide: boolean): readonly object[] => [
  text('reading_id', named('reading_id')),
  text('participant_id', { publish: false }),
  text('test', { id: 'test', type: 'category' }),
  { name: 'value', type: 'number', atrium: { id: 'value', unit: 'g/L' } },
  { name: 'drawn', type: 'date', atrium: named('drawn') },
  text('remark', named('remark')),
  ...(isWide ? wideFields : []),
];

const wideFields: readonly object[] = [
  { name: 'tags', type: 'list', itemType: 'string', delimiter: '|', atrium: named('tags') },
  ...extra.texts.map((name) => text(name, named(name))),
  ...extra.measures.map((name) => ({ name, type: 'number', atrium: named(name) })),
  ...extra.days.map((name) => ({ name, type: 'date', atrium: named(name) })),
];

const descriptor = (isWide: boolean) => ({
  name: 'long',
  version: '1',
  atrium: { root: 'participant' },
  resources: [
    participants,
    {
      name: 'reading',
      path: 'readings.csv',
      atrium: { event: { start: 'drawn' } },
      schema: {
        primaryKey: 'reading_id',
        foreignKeys: [
          { fields: 'participant_id', reference: { resource: 'participant', fields: 'participant_id' } },
        ],
        fields: readingFields(isWide),
      },
    },
  ],
});
