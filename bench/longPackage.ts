import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const rowsPerSubject = 5;
const tests = ['HGB', 'PLT', 'WBC', 'CRP', 'ALB'];
const words = ['fasting', 'repeat', 'late draw', 'by courier', '=1+1', 'frozen', 'café', 'second tube'];

/** A data package of `rows` readings of a fifth as many participants; the same seed writes the same bytes. */
export async function writeLongPackage(folder: string, rows: number, seed = 1): Promise<string> {
  await mkdir(folder, { recursive: true });
  const random = createRandom(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const subjects = Math.ceil(rows / rowsPerSubject);
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeLines(path.join(folder, 'participants.csv'), subjects, 'participant_id,sex', (number) =>
    [subjectId(number), pick(['Female', 'Male', ''])].join(','),
  );
  const heading = 'reading_id,participant_id,test,value,drawn,remark';
  await writeLines(path.join(folder, 'readings.csv'), rows, heading, (number) =>
    [
      `R${String(number).padStart(8, '0')}`,
      subjectId(Math.floor(number / rowsPerSubject)),
      pick(tests),
      (random() * 200).toFixed(3),
      new Date(Date.UTC(2010, 0, Math.floor(random() * 4000))).toISOString().slice(0, 10),
      `${pick(words)}; ${pick(words)}`,
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

/** Numbers in [0, 1) by a linear congruence, the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const text = (name: string, atrium: object = {}) => ({ name, type: 'string', atrium });

const descriptor = {
  name: 'long',
  version: '1',
  atrium: { root: 'participant' },
  resources: [
    {
      name: 'participant',
      path: 'participants.csv',
      schema: {
        primaryKey: 'participant_id',
        fields: [text('participant_id'), { name: 'sex', type: 'string', categories: ['Female', 'Male'] }],
      },
    },
    {
      name: 'reading',
      path: 'readings.csv',
      atrium: { event: { start: 'drawn' } },
      schema: {
        primaryKey: 'reading_id',
        foreignKeys: [
          {
            fields: 'participant_id',
            reference: { resource: 'participant', fields: 'participant_id' },
          },
        ],
        fields: [
          text('reading_id', { id: 'reading_id' }),
          text('participant_id', { publish: false }),
          text('test', { id: 'test', type: 'category' }),
          { name: 'value', type: 'number', atrium: { id: 'value', unit: 'g/L' } },
          { name: 'drawn', type: 'date', atrium: { id: 'drawn' } },
          text('remark', { id: 'remark' }),
        ],
      },
    },
  ],
};
