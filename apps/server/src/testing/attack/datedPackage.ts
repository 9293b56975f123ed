import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

type Chance = () => number;

/** Years and all that is open of the subjects, and the days of the protected dates, each drawn for itself. */
export interface DatedChances {
  readonly open: Chance;
  readonly days: Chance;
}

/** One visit, and one operation some days later, of a subject. */
export interface PlantedDates {
  readonly subject: string;
  readonly born: string;
  readonly visited: string;
  readonly operated: string;
}

const personKey = {
  foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
};
const hidden = { name: 'id', type: 'string', atrium: { publish: false } };
const protectedDay = (name: string) => ({
  name,
  type: 'datetime',
  format: 'any',
  atrium: { id: name, phi: true },
});
const kinds = ['mild', 'severe', 'none'];

/** Every way in which a package can hold protected dates, with their times: of subjects, several in a row, of points and of intervals. */
const descriptor = {
  name: 'dated',
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        primaryKey: 'id',
        fields: [
          { name: 'id', type: 'string', atrium: { id: 'person_id' } },
          { name: 'sex', type: 'string', categories: ['f', 'm'], atrium: { id: 'sex' } },
          protectedDay('born'),
          {
            name: 'moved',
            type: 'list',
            itemType: 'datetime',
            delimiter: ';',
            atrium: { id: 'moved', phi: true },
          },
        ],
      },
    },
    {
      name: 'visit',
      path: 'visit.csv',
      atrium: { event: { start: 'visited' } },
      schema: {
        ...personKey,
        fields: [
          hidden,
          protectedDay('visited'),
          { name: 'finding', type: 'string', categories: kinds, atrium: { id: 'finding' } },
          { name: 'score', type: 'number', atrium: { id: 'score' } },
          { name: 'age', type: 'integer', atrium: { id: 'age_at_visit', type: 'age' } },
        ],
      },
    },
    {
      name: 'operation',
      path: 'operation.csv',
      atrium: { event: { start: 'operated' } },
      schema: {
        ...personKey,
        fields: [
          hidden,
          protectedDay('operated'),
          { name: 'procedure', type: 'string', categories: kinds, atrium: { id: 'procedure' } },
        ],
      },
    },
    {
      name: 'stay',
      path: 'stay.csv',
      atrium: { event: { start: 'came', end: 'went' } },
      schema: {
        ...personKey,
        fields: [
          hidden,
          protectedDay('came'),
          protectedDay('went'),
          { name: 'ward', type: 'string', categories: kinds, atrium: { id: 'ward' } },
        ],
      },
    },
  ],
};

/** Concepts of the package that are not protected dates, and those that are. */
export const openConcepts = ['person_id', 'sex', 'finding', 'score', 'procedure', 'ward'] as const;
export const yearConcepts = ['born', 'moved', 'visited', 'operated', 'came', 'went'] as const;

export const msPerDay = 86_400_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Any day of the year. */
function dayIn(year: number, chance: Chance): string {
  const first = timeOf(`${year}-01-01`);
  const days = (timeOf(`${year + 1}-01-01`) - first) / msPerDay;
  return toDay(first + Math.floor(chance() * days) * msPerDay);
}

/** Any moment of the year, in its own time zone; few of them are a day alone. */
function momentIn(year: number, chance: Chance): string {
  const two = (below: number): string => String(Math.floor(chance() * below)).padStart(2, '0');
  const zone = ['', 'Z', '+14:00', '-11:00'][Math.floor(chance() * 4)] ?? '';
  const day = dayIn(year, chance);
  return chance() < 0.1 ? day : `${day}T${two(24)}:${two(60)}:${two(60)}${zone}`;
}

/**
 * A package whose days and times differ from those of another with the same `open` chance, and its years of 90 years ago
 * and before (rule 1.21), and nothing else: later years, order of rows, missing values and all that is not protected are the same.
 */
export async function writeDatedPackage(
  folder: string,
  subjects: number,
  { open, days }: DatedChances,
): Promise<string> {
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(open() * items.length)] ?? items[0];
  const upTo = (most: number): number => Math.floor(open() * (most + 1));
  const year = (): number => (open() < 0.2 ? 1900 + Math.floor(days() * 30) : 2015 + upTo(4));
  const sometimes = (day: string): string => (open() < 0.9 ? day : '');
  const [person, visit, operation, stay]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (let index = 0; index < subjects; index += 1) {
    const id = `p${index}`;
    const moved = Array.from({ length: upTo(3) }, year).flatMap((of) =>
      Array.from({ length: 1 + Math.floor(days() * 2) }, () => momentIn(of, days)),
    );
    person.push([id, pick(['f', 'm']), sometimes(momentIn(year(), days)), moved.join(';')].join(','));
    for (let made = upTo(3); made > 0; made -= 1)
      visit.push(
        [id, sometimes(momentIn(year(), days)), pick(['mild', 'severe', '']), upTo(9), ''].join(','),
      );
    for (let made = upTo(2); made > 0; made -= 1)
      operation.push([id, sometimes(momentIn(year(), days)), pick(['mild', 'none', ''])].join(','));
    for (let made = upTo(2); made > 0; made -= 1) {
      const came = year();
      stay.push(
        [id, momentIn(came, days), momentIn(came + upTo(1), days), pick(['mild', 'severe'])].join(','),
      );
    }
  }
  return writePackage(folder, { person, visit, operation, stay });
}

/** A package in which each subject has one visit, one operation at most 60 days later, and the age at the visit. */
export async function writePairs(
  folder: string,
  subjects: number,
  { days }: Pick<DatedChances, 'days'>,
): Promise<{ readonly packagePath: string; readonly planted: readonly PlantedDates[] }> {
  const planted = Array.from({ length: subjects }, (_, index): PlantedDates => {
    const visited = dayIn(2015 + Math.floor(days() * 5), days);
    const later = Math.floor(days() * (maxDistance + 1));
    const born = toDay(timeOf(visited) - Math.floor(days() * 4000) * msPerDay);
    return { subject: `p${index}`, born, visited, operated: toDay(timeOf(visited) + later * msPerDay) };
  });
  const packagePath = await writePackage(folder, {
    person: planted.map(({ subject, born }) => `${subject},f,${born},`),
    visit: planted.map(({ subject, born, visited }) => {
      const age = (timeOf(visited) - timeOf(born)) / msPerDay;
      return `${subject},${visited},mild,1,${age}`;
    }),
    operation: planted.map(({ subject, operated }) => `${subject},${operated},mild`),
    stay: [],
  });
  return { packagePath, planted };
}

/** The longest distance between visit and operation in `writePairs`, in days. */
export const maxDistance = 60;

async function writePackage(
  folder: string,
  rows: Readonly<Record<'person' | 'visit' | 'operation' | 'stay', readonly string[]>>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  const headings = {
    person: 'id,sex,born,moved',
    visit: 'id,visited,finding,score,age',
    operation: 'id,operated,procedure',
    stay: 'id,came,went,ward',
  };
  for (const name of ['person', 'visit', 'operation', 'stay'] as const)
    await writeFile(path.join(folder, `${name}.csv`), [headings[name], ...rows[name], ''].join('\n'));
  return folder;
}
