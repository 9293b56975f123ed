import { gzipSync } from 'node:zlib';
import { zipFile } from './zipFile.ts';

/** A file that nobody's program would write, under a name that a converter takes. */
export interface HostileFile {
  readonly path: string;
  readonly content: Buffer;
}

type Chance = () => number;

/** Reproducible random numbers from 0 up to 1 (mulberry32). */
function createChance(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

const packet = { id: 'p', subject: { id: 's' }, phenotypicFeatures: [], metaData: {} };
const dictionary =
  'Variable / Field Name,Form Name,Section Header,Field Type,Field Label,"Choices, Calculations, OR Slider Labels"\nrecord_id,main,,text,Id,\n';

/** Whole files by the format that they are of; what is hostile is put into them. */
const wholes: readonly (readonly [path: string, content: string])[] = [
  ['one.json', JSON.stringify(packet)],
  ['many.jsonl', `${JSON.stringify(packet)}\n${JSON.stringify({ ...packet, id: 'q' })}\n`],
  ['family.json', JSON.stringify({ id: 'f', proband: packet, relatives: [packet] })],
  ['trio.ped', 'F1\tc\tf\tm\t1\t2\nF1\tf\t0\t0\t1\t1\nF1\tm\t0\t0\t2\t1\n'],
  ['trio.fam', 'F1 c f m 1 2\nF1 f 0 0 1 1\nF1 m 0 0 2 1\n'],
  ['dictionary.csv', dictionary],
  ['records.csv', 'record_id,redcap_event_name\n1,a\n2,b\n'],
  ['PERSON.csv', 'person_id,gender_concept_id,year_of_birth\n1,8507,2000\n'],
  ['CONDITION_OCCURRENCE.csv', 'condition_occurrence_id,person_id,condition_concept_id\n1,1,2\n'],
  ['person.parquet', 'PAR1PAR1'],
  ['table.csv', 'id,name\n1,a\n2,b\n'],
  ['table.tsv', 'id\tname\n1\ta\n'],
  ['ontology.obo', 'format-version: 1.2\n\n[Term]\nid: A:1\nname: one\nis_a: A:1\n'],
];

const words = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'null', 'NaN', '1e999', '-0'],
  ...['\0', '\u2028', '\u202e', '\ufeff', '\ud800', 'a\nb', '"', "'", '\\', '=1+1', 'x'.repeat(70_000)],
  ...['0x10', '9'.repeat(400), '2019-02-30', '../../x', '/etc/passwd', '%00', '\t', '🫀', ''],
];

const deepJson = (depth: number, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + (open.endsWith(':') ? '1' : '') + close.repeat(depth);

type Change = (text: string, chance: Chance) => string | Buffer;

const changes: readonly Change[] = [
  (text, chance) => text.slice(0, Math.floor(chance() * text.length)),
  (text, chance) => {
    const at = Math.floor(chance() * text.length);
    return text.slice(0, at) + pick(words, chance) + text.slice(at + Math.floor(chance() * 4));
  },
  (text, chance) =>
    text.replaceAll(/[A-Za-z0-9_]+/g, (word) => (chance() < 0.3 ? pick(words, chance) : word)),
  (text, chance) =>
    text.replaceAll(/"s"|""|\[\]|\{\}|\d+/g, () => pick(['null', '{}', '[]', '1', '"x"'], chance)),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from([0xff, 0xfe, ...Buffer.from(text)]),
  (text, chance) => {
    const bytes = Buffer.from(text);
    for (let times = 0; times < 5; times += 1)
      bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256);
    return bytes;
  },
  (_, chance) => Buffer.from(Array.from({ length: 400 }, () => Math.floor(chance() * 256))),
  () => '',
  () => '\0'.repeat(1000),
  (text) => text.replaceAll('\n', '\r'),
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll(/[A-Za-z0-9_]+/g, '__proto__'),
  (text) => text.replaceAll(/[A-Za-z0-9_]+/g, 'constructor'),
  (text) => `${text}"`,
  (text) => `${'\n'.repeat(2000)}${text}`,
  (text) =>
    text
      .split('\n')
      .map((line) => `${line}${','.repeat(3000)}`)
      .join('\n'),
  (_, chance) =>
    deepJson(
      20_000,
      pick(
        [
          ['[', ']'],
          ['{"a_b":', '}'],
          ['[{"a_b":[', ']}]'],
        ] as const,
        chance,
      ),
    ),
  (_, chance) =>
    `{"id":"p","subject":{"id":"s"},"metaData":{},"phenotypicFeatures":[${deepJson(
      20_000,
      pick(
        [
          ['[', ']'],
          ['{"a_b":', '}'],
        ] as const,
        chance,
      ),
    )}]}`,
  () => `{"phenopacket":`.repeat(20_000) + JSON.stringify(packet) + '}'.repeat(20_000),
];

const packings: readonly ((file: HostileFile, chance: Chance) => HostileFile)[] = [
  (file) => file,
  (file) => file,
  ({ path, content }) => ({ path: `${path}.gz`, content: gzipSync(content) }),
  ({ path, content }, chance) => {
    const packed = gzipSync(content);
    return { path: `${path}.gz`, content: packed.subarray(0, Math.floor(chance() * packed.length)) };
  },
  ({ path, content }) => ({ path: `${path}.gz`, content }),
  ({ path, content }, chance) => {
    const name = pick(
      [path, `../${path}`, `/${path}`, `a/${path}`, `__proto__/${path}`, 'a\0b', `a\\${path}`],
      chance,
    );
    return { path: 'packed.zip', content: zipFile(new Map([[name, content]])) };
  },
  ({ path, content }, chance) => {
    const packed = zipFile(new Map([[path, content]]));
    return { path: 'packed.zip', content: packed.subarray(0, Math.floor(chance() * packed.length)) };
  },
  ({ path, content }, chance) => {
    const packed = zipFile(new Map([[path, content]]));
    for (let times = 0; times < 4; times += 1)
      packed[Math.floor(chance() * packed.length)] = Math.floor(chance() * 256);
    return { path: 'packed.zip', content: packed };
  },
];

/** Files of a source, of which at least one is hostile. */
export function drawHostileFiles(seed: number): readonly HostileFile[] {
  const chance = createChance(seed);
  const count = 1 + Math.floor(chance() * 3);
  const drawn = Array.from({ length: count }, (_, index): HostileFile => {
    const [path, text] = pick(wholes, chance);
    const changed = index === 0 || chance() < 0.5 ? pick(changes, chance)(text, chance) : text;
    return pick(packings, chance)({ path, content: Buffer.from(changed) }, chance);
  });
  return [...new Map(drawn.map((file) => [file.path, file])).values()];
}
