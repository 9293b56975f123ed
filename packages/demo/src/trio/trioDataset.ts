import { heartOntology } from '../ontology/heartTerms.ts';
import type { DemoDataset, Story, StoryRequest } from '../package/demoDataset.ts';
import { type RandomStream, randomStream } from '../random/randomStream.ts';
import { trioDescriptor } from './dictionary/descriptor.ts';
import type { FileParticipantRow, FileRow } from './dictionary/fileTables.ts';
import type { AssayRow, FindingRow, VariantRow } from './dictionary/geneticTables.ts';
import type { DiagnosisRow, EchoRow, SurgeryRow } from './dictionary/heartTables.ts';
import type { ParticipantRow } from './dictionary/participant.ts';
import type { StayRow } from './dictionary/stayTable.ts';
import { trioTables } from './dictionary/tables.ts';
import { makeFamily } from './family.ts';
import { familyFiles } from './files/familyFiles.ts';
import { assayRows, makeAssays } from './genome/assays.ts';
import { variantRows } from './genome/variants.ts';
import type { Family } from './person.ts';
import { firstReportDay, parentDiagnoses, probandDiagnoses } from './records/diagnoses.ts';
import { parentEchoes, probandEchoes } from './records/echoes.ts';
import { parentFindings, probandFindings } from './records/findings.ts';
import { stayRows, surgeryRows } from './records/hospital.ts';
import { participantRows } from './records/participants.ts';
import { makeStays } from './records/stays.ts';

/** The dataset `default`: a consortium of families in which a child was born with heart disease. */
export const trioDataset: DemoDataset = {
  descriptor: trioDescriptor,
  tables: trioTables,
  documents: [{ path: 'ontologies/chd.obo', text: heartOntology }],
  subjects: 12_000,
  stories,
};

/** Each family draws from a stream of its own, so that a smaller package begins like a larger one. */
function* stories({ subjects, seed }: StoryRequest): Iterable<Story> {
  let done = 0;
  for (let number = 1; done < subjects; number += 1) {
    const random = randomStream(seed, number);
    const family = makeFamily({ number, firstSerial: done + 1, room: subjects - done }, random);
    yield familyStory(family, random, { number, seed });
    done += 1 + family.parents.length;
  }
}

type FamilyRows = {
  readonly file: readonly FileRow[];
  readonly file_participant: readonly FileParticipantRow[];
  readonly participant: readonly ParticipantRow[];
  readonly diagnosis: readonly DiagnosisRow[];
  readonly surgery: readonly SurgeryRow[];
  readonly hospital_stay: readonly StayRow[];
  readonly echo: readonly EchoRow[];
  readonly assay: readonly AssayRow[];
  readonly variant: readonly VariantRow[];
  readonly finding: readonly FindingRow[];
};

/** Everything that the consortium records of one family. */
function familyStory(
  family: Family,
  random: RandomStream,
  numbers: { readonly number: number; readonly seed: number },
): Story {
  const { proband, parents } = family;
  const firstDay = firstReportDay(proband, random);
  const stays = makeStays(proband, random);
  const assays = makeAssays(family, random);
  const { files, ...catalogue } = familyFiles({ family, assays, ...numbers });
  const rows: FamilyRows = {
    ...catalogue,
    participant: participantRows(family, assays, random),
    diagnosis: [
      ...probandDiagnoses(proband, firstDay, random),
      ...parents.flatMap((parent) => parentDiagnoses(parent, random)),
    ],
    surgery: surgeryRows(proband, stays, random),
    hospital_stay: stayRows(proband, stays, random),
    echo: [
      ...probandEchoes(proband, firstDay, random),
      ...parents.flatMap((parent) => parentEchoes(parent, random)),
    ],
    assay: assayRows(assays, random),
    variant: variantRows(family, assays, random),
    finding: [
      ...probandFindings(proband, random),
      ...parents.flatMap((parent) => parentFindings(parent, random)),
    ],
  };
  return { subjects: 1 + parents.length, rows, files };
}
