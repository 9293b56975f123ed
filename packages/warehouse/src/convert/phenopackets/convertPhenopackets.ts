import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { PackageRefused } from '../../package/packageErrors.ts';
import type { ConversionJob, GivenOntology, Importer } from '../conversion.ts';
import { listItem } from '../listItem.ts';
import { ontologyPart } from '../ontologyPart.ts';
import type { TableShape, TableWriter, WrittenRow } from '../packageWriter.ts';
import { type Collection, categories, collections, notKept, subjectColumns } from './collections.ts';
import { type Column, columnsOf, type VocabularyId, vocabularies } from './columns.ts';
import { familyColumns, familyRow, personsWithoutPacket } from './family.ts';
import { type FoundPacket, isPacketFile, packetsIn } from './readMessages.ts';
import { contentsOf, type Element, elementsAt, MessageFault, textsAt } from './values.ts';

const root = 'subject';
const key = 'subject_id';

/** Codes in use with their labels, by vocabulary. */
type Terms = ReadonlyMap<VocabularyId, Map<string, string>>;

interface Work {
  readonly job: ConversionJob;
  readonly terms: Terms;
  readonly tables: ReadonlyMap<string, TableWriter>;
  /** Where each subject was found. */
  readonly subjects: Map<string, string>;
}

/**
 * Writes the tables of phenopackets of version 2, a subject for each (rule 10.21). Throws
 * PackageRefused with file, line and field where one cannot be read.
 */
export const convertPhenopackets: Importer = async (job) => {
  const { writer, tally, files } = job;
  const shapes = [subjectShape, ...collections.map(shapeOf)];
  const terms = new Map(vocabularyIds.map((id) => [id, new Map<string, string>()] as const));
  const tables = new Map(shapes.map((shape) => [shape.name, writer.table(shape)] as const));
  const work = { job, terms, tables, subjects: new Map<string, string>() };
  tally.goesTo('phenopackets', root);
  for (const { thing, name } of collections) tally.goesTo(thing, name);
  for (const file of files) {
    job.signal?.throwIfAborted();
    job.onProgress(`reading ${file.path}`, null);
    if (!isPacketFile(file)) tally.ignored('files', 'end neither in .json nor in .jsonl');
    else for await (const packet of packetsIn(file)) await writePacket(packet, work);
  }
  if (work.subjects.size === 0) throw new PackageRefused(['There is no phenopacket here.']);
  return {
    parts: {
      name: job.options.name ?? 'phenopackets',
      title: job.options.title ?? 'Phenopackets',
      atrium: { root, categories, ontologies: await ontologiesOf(terms, job) },
      defaultColumns: [key, 'sex'],
    },
  };
};

const vocabularyIds = [
  'hpo',
  'disease',
  'assay',
  'action',
  'sample',
] as const satisfies readonly VocabularyId[];

const keyField: PackageField = {
  name: key,
  title: 'Subject',
  type: 'string',
  constraints: { required: true, unique: true },
  atrium: { type: 'text', category: 'demographics' },
};

const sourceColumns = columnsOf('source');
const sourceField = sourceColumns.text('source', 'File').field;
const cohortField = sourceColumns.category('cohort_id', 'Cohort').field;

const subjectShape: TableShape = {
  name: root,
  title: 'Subject',
  primaryKey: [key],
  fields: [
    keyField,
    ...[...subjectColumns, ...familyColumns].map(({ field }) => field),
    cohortField,
    sourceField,
  ],
};

const shapeOf = ({ name, title, titlePlural, columns, event, polarity }: Collection): TableShape => ({
  name,
  title,
  titlePlural,
  event,
  polarity,
  fields: [{ name: key, type: 'string', atrium: { publish: false } }, ...columns.map(({ field }) => field)],
  toRoot: { field: key, root, key },
});

async function writePacket(packet: FoundPacket, work: Work): Promise<void> {
  const { message, where, source, cohortId } = packet;
  try {
    const start: Element = { message, path: '', around: [] };
    const id = textsAt(start, 'id')[0] ?? textsAt(start, 'subject.id')[0];
    if (id === undefined) throw new MessageFault('id: is missing, and so is subject.id');
    const known = work.subjects.get(id);
    if (known !== undefined) throw new MessageFault(`id: "${id}" is also that of ${known}`);
    work.subjects.set(id, where);
    countContents(packet, work);
    const row = {
      ...rowOf(start, subjectColumns, work.terms),
      ...familyRow(packet),
      cohort_id: cohortId,
      source,
    };
    await work.tables.get(root)?.write({ ...row, [key]: id });
    for (const collection of collections) await writeElements(start, { collection, id }, work);
  } catch (error) {
    if (error instanceof MessageFault)
      throw new PackageRefused([`${where}: ${error.message}`], { cause: error });
    throw error;
  }
}

async function writeElements(
  start: Element,
  { collection, id }: { readonly collection: Collection; readonly id: string },
  { tables, terms }: Work,
): Promise<void> {
  const table = tables.get(collection.name);
  for (const element of elementsAt(start, collection.items))
    await table?.write({ [key]: id, ...rowOf(element, collection.columns, terms) });
}

function rowOf(element: Element, columns: readonly Column[], terms: Terms): WrittenRow {
  return Object.fromEntries(
    columns.map(({ field, from, compute, codes }) => {
      const found = from.map((path) => textsAt(element, path));
      if (codes !== undefined) learn(element, found, { codes, terms });
      if (compute !== undefined) return [field.name, compute(found.map(([text]) => text))];
      const texts = found.find(({ length }) => length > 0) ?? [];
      return [field.name, field.type === 'list' ? texts.map(listItem).join(';') : texts.join('; ')];
    }),
  );
}

/** Keeps the first label of each code. */
function learn(
  element: Element,
  found: readonly (readonly string[])[],
  { codes, terms }: { readonly codes: NonNullable<Column['codes']>; readonly terms: Terms },
): void {
  const known = terms.get(codes.vocabulary);
  for (const [index, texts] of found.entries()) {
    if (texts.every((code) => known?.has(code))) continue;
    const labels = textsAt(element, codes.labels[index] ?? '');
    for (const [position, code] of texts.entries())
      if (known?.has(code) === false) known.set(code, labels[position] ?? code);
  }
}

/** The fields that go into a column, without indices, with those that hold labels. */
const keptValues: ReadonlySet<string> = new Set([
  'id',
  ...pathsOf(subjectColumns, ''),
  ...collections.flatMap(({ items, columns }) => [...pathsOf(columns, items)]),
]);

function pathsOf(columns: readonly Column[], items: string): readonly string[] {
  return columns.flatMap(({ from, codes }) =>
    [...from, ...(codes?.labels ?? [])].map((path) => {
      const outer = items.slice(0, Math.max(0, items.slice(0, -2).lastIndexOf('[]') + 2));
      const base = path.startsWith('^') ? outer : items;
      return base === '' ? path : `${base}.${path.replace(/^\^/, '')}`;
    }),
  );
}

/** Counts what the packet holds without knowing its fields, and reports the values that no column takes. */
function countContents({ message, family }: FoundPacket, { job: { tally } }: Work): void {
  const { elements, values } = contentsOf(message);
  const others = family?.isProband === true ? personsWithoutPacket(family.family) : 0;
  if (others > 0) tally.ignored('persons of pedigrees', 'have no phenopacket in the family', others);
  tally.read('phenopackets');
  for (const { thing, items } of collections) tally.read(thing, elements.get(items) ?? 0);
  for (const [path, count] of values) {
    if (keptValues.has(path)) continue;
    const [prefix = path, reason = 'no column of the package is made for it'] =
      notKept.find(([begin]) => path.startsWith(begin)) ?? [];
    tally.ignored(`values of ${prefix.replace(/\.$/, '')}`, reason, count);
  }
}

async function ontologiesOf(
  terms: Terms,
  { options, writer, tally }: ConversionJob,
): Promise<readonly object[]> {
  const given = options.ontologies ?? [];
  const unknown = given.filter(({ id }) => vocabularyIds.every((known) => known !== id));
  if (unknown.length > 0)
    throw new PackageRefused(
      unknown.map(({ id }) => `There is no vocabulary "${id}"; there are ${vocabularyIds.join(', ')}.`),
    );
  const found: object[] = [];
  for (const [id, labels] of terms) {
    const file = given.find((one) => one.id === id);
    if (labels.size === 0) continue;
    const title = vocabularies[id];
    if (file !== undefined) found.push({ id, title, ...(await copyOntology(file, writer)) });
    else {
      tally.note(
        `The ontology "${id}" has the ${labels.size} terms in use, without what lies above them. A file of it: --ontology ${id}=FILE.`,
      );
      const known = [...labels].map(([code, label]) => ({ code, label }));
      found.push(await ontologyPart({ id, title, terms: known }, writer));
    }
  }
  return found;
}

async function copyOntology(
  { file }: GivenOntology,
  writer: ConversionJob['writer'],
): Promise<{ readonly path: string; readonly format: string }> {
  const path = `ontologies/${basename(file)}`;
  if (!/\.(?:obo|json)(?:\.gz)?$/i.test(file))
    throw new PackageRefused([`${file}: an ontology ends in .obo or .json, or in .gz after one of them`]);
  try {
    await writer.copy(path, () => createReadStream(file));
  } catch (cause) {
    throw new PackageRefused([`${file}: the ontology cannot be read`], { cause });
  }
  return { path, format: /\.obo(?:\.gz)?$/i.test(file) ? 'obo' : 'obographs' };
}
