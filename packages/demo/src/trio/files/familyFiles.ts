import { createHash } from 'node:crypto';
import type { DemoFile } from '../../package/demoDataset.ts';
import { type RandomStream, randomStream } from '../../random/randomStream.ts';
import type { AssayKind } from '../dictionary/choices.ts';
import type { FileParticipantRow, FileRow } from '../dictionary/fileTables.ts';
import type { Assay } from '../genome/assays.ts';
import { type Family, type Person, participantId } from '../person.ts';
import { commonKinds, type FileKind, familyKinds, personKinds } from './fileKinds.ts';

/** Files of a family, as rows of the catalogue and as what lies on the disk. */
export interface FamilyFiles {
  readonly file: readonly FileRow[];
  readonly file_participant: readonly FileParticipantRow[];
  readonly files: readonly DemoFile[];
}

export interface FamilyInput {
  readonly family: Family;
  readonly assays: readonly Assay[];
  /** Of the family, from 1. */
  readonly number: number;
  readonly seed: number;
}

/** All of the first families, so that a small package has files of every kind; then one in so many. */
const firstFamilies = 40;
const everyFamily = 24;

/** A stream of its own, so that files change nothing else of a family. */
const filesStream = 1_000_003;

/** The files of a family; the first one brings those of nobody in particular. */
export function familyFiles({ family, assays, number, seed }: FamilyInput): FamilyFiles {
  if (number > firstFamilies && number % everyFamily !== 0)
    return { file: [], file_participant: [], files: [] };
  const random = randomStream(seed, filesStream + number);
  const made = [
    ...(number === 1 ? commonKinds.map((kind) => makeFile(kind, { serial: 'all', people: [] }, random)) : []),
    ...assays.flatMap(({ kind, person }) =>
      kindsOf(kind, random).map((each) =>
        makeFile(each, { serial: person.serial, people: [person] }, random),
      ),
    ),
    ...ofFamily({ family, assays }, random),
    ...clinical(family.proband, random),
  ];
  return {
    file: made.map(({ row }) => row),
    file_participant: made.flatMap(({ links }) => links),
    files: made.map(({ file }) => file),
  };
}

function kindsOf(kind: AssayKind, random: RandomStream): readonly FileKind[] {
  switch (kind) {
    case 'Whole genome':
      return [
        random.chance(0.3) ? personKinds.programReads : personKinds.genomeReads,
        personKinds.genomeVariants,
      ];
    case 'Whole exome':
      return random.chance(0.6)
        ? [personKinds.exomeReads, personKinds.exomeVariants]
        : [personKinds.exomeVariants];
    case 'Molecular inversion probes':
      return [personKinds.panelVariants];
    case 'RNA sequencing':
      return [personKinds.expression];
  }
}

function ofFamily(
  { family, assays }: Pick<FamilyInput, 'family' | 'assays'>,
  random: RandomStream,
): MadeFile[] {
  const sequenced = (kind: AssayKind): Person[] =>
    assays.filter((assay) => assay.kind === kind).map(({ person }) => person);
  const genomes = sequenced('Whole genome');
  const exomes = sequenced('Whole exome');
  const serial = family.proband.serial;
  return [
    ...(genomes.length === 3
      ? [familyKinds.jointGenomes, familyKinds.newVariants].map((kind) =>
          makeFile(kind, { serial, people: genomes }, random),
        )
      : []),
    ...(exomes.length === 3
      ? [makeFile(familyKinds.newExomeVariants, { serial, people: exomes }, random)]
      : []),
  ];
}

function clinical(
  proband: Person & { readonly operations: readonly unknown[] },
  random: RandomStream,
): MadeFile[] {
  const { serial } = proband;
  const kinds = [
    ...(random.chance(0.8) ? [personKinds.echoReport] : []),
    ...(proband.operations.length > 0 && random.chance(0.5) ? [personKinds.operativeNote] : []),
  ];
  return kinds.map((kind) => makeFile(kind, { serial, people: [proband] }, random));
}

interface MadeFile {
  readonly row: FileRow;
  readonly links: readonly FileParticipantRow[];
  readonly file: DemoFile;
}

const lines = [4, 40] as const;

function makeFile(
  { mark, head, ending, ...kind }: FileKind,
  { serial, people }: { readonly serial: string; readonly people: readonly Person[] },
  random: RandomStream,
): MadeFile {
  const line = (): string =>
    Array.from({ length: 6 }, () => random.integer(0, 0xffff_ffff).toString(16).padStart(8, '0')).join('\t');
  const text = `${head}${Array.from({ length: random.integer(...lines) }, () => `${line()}\n`).join('')}`;
  const name = `${mark}_${serial}.${ending}`;
  const path = `files/${mark}/${name}`;
  return {
    row: {
      file_id: `${mark.toUpperCase()}-${serial}`,
      path,
      name,
      size: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      category: kind.category,
      source: kind.source,
      data_type: kind.dataType,
      experiment_type: kind.experimentType,
      file_format: kind.format,
      access: kind.access ?? null,
    },
    links: people.map((person) => ({
      file_id: `${mark.toUpperCase()}-${serial}`,
      participant_id: participantId(person),
    })),
    file: { path, text },
  };
}
