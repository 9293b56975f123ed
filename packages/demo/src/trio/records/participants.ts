import { isoDay } from '@atrium/contract/calendar/dayNumbers';
import { codeOf } from '../../ontology/heartTerms.ts';
import type { RandomStream } from '../../random/randomStream.ts';
import { type dbgapStates, raceGroups } from '../dictionary/choices.ts';
import type { ParticipantRow } from '../dictionary/participant.ts';
import type { Assay } from '../genome/assays.ts';
import { syndromeNamed } from '../lesions/lesions.ts';
import { type Family, type Person, type Proband, participantId } from '../person.ts';
import { study } from '../study.ts';

const unknownDown = 0.03;

const parentColumns = {
  sequenced_trio: [],
  birth_weight: null,
  gestational_age: null,
  prenatal_diagnosis: null,
  maternal_diabetes: null,
  down_syndrome: false,
};

export function participantRows(
  family: Family,
  assays: readonly Assay[],
  random: RandomStream,
): ParticipantRow[] {
  const { proband, parents } = family;
  const parentIsAffected = parents.some((parent) => parent.lesion !== null);
  const shared = {
    family_id: family.id,
    has_complete_trio: parents.length === 2,
    enrolment_site: family.site,
    dbgap_state: dbgapState(proband),
    family_history: random.unless(0.05, parentIsAffected || random.chance(0.09)),
  };
  return [
    {
      ...shared,
      ...personColumns(proband, random),
      ...probandColumns(proband, random),
      sequenced_trio: sequencedTrio(family, assays),
    },
    ...parents.map((parent) => ({ ...shared, ...personColumns(parent, random), ...parentColumns })),
  ];
}

/** The kinds of sequencing that the proband and both parents have. */
function sequencedTrio({ proband, parents }: Family, assays: readonly Assay[]): string[] {
  if (parents.length < 2) return [];
  const kindsOf = (person: Person) =>
    assays.filter((assay) => assay.person === person).map(({ kind }) => kind);
  const ofProband = [...new Set(kindsOf(proband))];
  return ofProband.filter((kind) => parents.every((parent) => kindsOf(parent).includes(kind)));
}

function dbgapState({ enrolment }: Proband): (typeof dbgapStates)[number] {
  if (enrolment < study.dbgapPublished) return 'Published';
  return enrolment < study.dbgapSubmitted ? 'Submitted' : 'Not submitted';
}

function raceGroup(race: readonly string[] | null): (typeof raceGroups)[number] {
  if (race === null) return 'Not reported';
  if (race.length > 1) return 'More than one race';
  return raceGroups.find((group) => group === race[0]) ?? 'Other';
}

function personColumns(person: Person, random: RandomStream) {
  const { birth, enrolment, end } = person;
  const medicalRecord = random.unless(0.03, `MRN${random.integer(10_000_000, 99_999_999)}`);
  const race = random.unless(0.04, person.ancestry.race);
  return {
    participant_id: participantId(person),
    medical_record_number: medicalRecord,
    role: person.role,
    sex: person.sex,
    race,
    race_group: raceGroup(race),
    ethnicity: random.unless(
      0.06,
      person.ancestry.hispanic ? 'Hispanic or Latino' : 'Not Hispanic or Latino',
    ),
    birth_date: isoDay(birth),
    vital_status: person.died ? 'Deceased' : random.unless(0.03, 'Alive'),
    age_at_last_contact: end - birth,
    last_contact_date: isoDay(end),
    enrolment_date: isoDay(enrolment),
    age_at_enrolment: enrolment - birth,
    consents: consents(random),
    primary_lesion: person.lesion === null ? null : random.unless(0.015, codeOf(person.lesion.name)),
    lesion_group: person.lesion?.group ?? null,
  };
}

function probandColumns(proband: Proband, random: RandomStream) {
  const weeks = gestation(proband, random);
  return {
    birth_weight: random.unless(0.05, birthWeight(proband, weeks, random)),
    gestational_age: random.unless(0.07, weeks),
    prenatal_diagnosis: random.unless(0.03, proband.prenatal),
    maternal_diabetes: random.unless(0.08, random.chance(0.075)),
    down_syndrome: proband.syndrome === 'down' ? true : random.unless(unknownDown, false),
  };
}

function gestation(proband: Proband, random: RandomStream): number {
  const mean = proband.syndrome === null ? 38.9 : 37.6;
  const weeks = random.chance(0.05) ? random.integer(27, 34) : Math.round(random.normal(mean, 1.4));
  return Math.min(Math.max(weeks, 24), 42);
}

/** Grams; about 150 g lighter for each week before term. */
function birthWeight(proband: Proband, weeks: number, random: RandomStream): number {
  const share = proband.syndrome === null ? 1 : syndromeNamed(proband.syndrome).birthWeight;
  const grams = (random.normal(3280, 430) - Math.max(0, 39 - weeks) * 150) * share;
  return Math.round(Math.max(grams, 520) / 5) * 5;
}

function consents(random: RandomStream): string[] {
  const optional = [
    ['Data sharing', 0.96],
    ['Sample banking', 0.88],
    ['Recontact', 0.74],
    ['Return of results', 0.52],
  ] as const;
  return [
    'Heart research',
    ...optional.filter(([, share]) => random.chance(share)).map(([consent]) => consent),
  ];
}
