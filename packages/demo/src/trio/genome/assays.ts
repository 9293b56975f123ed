import { type DayNumber, dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import type { RandomStream } from '../../random/randomStream.ts';
import { type AssayKind, sequencingCenters } from '../dictionary/choices.ts';
import type { AssayRow } from '../dictionary/geneticTables.ts';
import { type Family, type Person, participantId, recordId } from '../person.ts';
import { study } from '../study.ts';

/** A sequenced sample; the assays of a family share their kind, day and center. */
export interface Assay {
  readonly id: string;
  readonly person: Person;
  readonly kind: AssayKind;
  readonly day: DayNumber;
  readonly center: string;
}

const platforms: readonly { readonly until: DayNumber; readonly exome: string; readonly genome: string }[] = [
  { until: dayNumber('2015-06-30'), exome: 'Illumina HiSeq 2000', genome: 'Illumina HiSeq 2500' },
  { until: dayNumber('2018-09-30'), exome: 'Illumina HiSeq 4000', genome: 'Illumina HiSeq X' },
  { until: dayNumber('2023-03-31'), exome: 'Illumina NovaSeq 6000', genome: 'Illumina NovaSeq 6000' },
  { until: study.cutOff, exome: 'Illumina NovaSeq X', genome: 'Illumina NovaSeq X' },
];

const coverage: Readonly<Record<AssayKind, readonly [mean: number, deviation: number] | null>> = {
  'Whole genome': [36, 5],
  'Whole exome': [82, 17],
  'Molecular inversion probes': [420, 130],
  'RNA sequencing': null,
};

/** All assays of a family. Families who enrolled lately may still wait for theirs. */
export function makeAssays(family: Family, random: RandomStream): Assay[] {
  const assays: Assay[] = [];
  const counts = new Map<Person, number>();
  for (const kind of familyKinds(family, random)) {
    const center = random.pick(sequencingCenters);
    const day = lastEnrolment(family) + random.early(60, 1700);
    if (day > study.cutOff) continue;
    for (const person of [family.proband, ...(kind.startsWith('Whole') ? family.parents : [])]) {
      if (person !== family.proband && !random.chance(0.94)) continue;
      const index = counts.get(person) ?? 0;
      counts.set(person, index + 1);
      assays.push({ id: recordId('AS', person, index), person, kind, day, center });
    }
  }
  return assays;
}

export function assayRows(assays: readonly Assay[], random: RandomStream): AssayRow[] {
  return assays.map((assay) => {
    const spread = coverage[assay.kind];
    const passed = random.chance(0.975);
    return {
      assay_id: assay.id,
      participant_id: participantId(assay.person),
      kind: assay.kind,
      platform: random.unless(0.04, platform(assay)),
      date: isoDay(assay.day),
      coverage:
        spread === null
          ? null
          : random.unless(0.04, depth(passed ? spread : [spread[0] / 3, spread[1] / 3], random)),
      sample_type: random.unless(0.05, sampleType(assay.kind, random)),
      center: assay.center,
      passed,
    };
  });
}

/** The kinds of assay that a family gets, the broadest first. */
function familyKinds({ proband }: Family, random: RandomStream): AssayKind[] {
  const kinds: AssayKind[] = [];
  if (random.chance(0.42)) kinds.push('Whole genome');
  if (random.chance(0.55)) kinds.push('Whole exome');
  if (kinds.length === 0 || random.chance(0.04)) kinds.push('Molecular inversion probes');
  if (proband.operations.length > 0 && random.chance(0.1)) kinds.push('RNA sequencing');
  return kinds;
}

function lastEnrolment({ proband, parents }: Family): DayNumber {
  return Math.max(proband.enrolment, ...parents.map((parent) => parent.enrolment));
}

function platform({ kind, day }: Assay): string {
  if (kind === 'Molecular inversion probes') return 'Illumina MiSeq';
  const era = platforms.find(({ until }) => day <= until) ?? platforms[platforms.length - 1];
  return kind === 'Whole genome' ? (era?.genome ?? '') : (era?.exome ?? '');
}

function depth([mean, deviation]: readonly [number, number], random: RandomStream): number {
  return Math.round(Math.max(random.normal(mean, deviation), 2) * 10) / 10;
}

function sampleType(kind: AssayKind, random: RandomStream): string {
  if (kind === 'RNA sequencing') return 'Cardiac tissue';
  return random.chance(0.86) ? 'Blood' : 'Saliva';
}
