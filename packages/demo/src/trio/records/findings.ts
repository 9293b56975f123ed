import { daysOfYears } from '@atrium/contract/calendar/ages';
import type { RandomStream } from '../../random/randomStream.ts';
import { ruledOut } from '../dictionary/choices.ts';
import type { FindingRow } from '../dictionary/geneticTables.ts';
import { type FindingChance, sporadicFindings, syndromeNamed } from '../lesions/lesions.ts';
import { type Person, type Proband, participantId, recordId } from '../person.ts';

const maleOnly = ['Undescended testis', 'Hypospadias'];
const parentShare = 0.08;

/** The earliest age in years at which a finding can be made; anything else can be noted at birth. */
const earliestYears: Readonly<Record<string, number>> = {
  'Developmental delay': 0.7,
  'Attention deficit': 4,
  'Autism spectrum disorder': 1.5,
  'Short stature': 2,
  Asthma: 2,
  Scoliosis: 5,
  'Pectus deformity': 3,
  'Obstructive sleep apnea': 1,
};

export function probandFindings(proband: Proband, random: RandomStream): FindingRow[] {
  const syndrome = proband.syndrome === null ? null : syndromeNamed(proband.syndrome);
  const chances = syndrome === null ? [] : [syndrome.finding, ...syndrome.others];
  const named = new Set<string>(chances.map((chance) => chance.name));
  const sporadic = sporadicFindings.filter((chance) => !named.has(chance.name));
  return findingRows(proband, { chances: [...chances, ...sporadic], scale: 1 }, random);
}

export function parentFindings(parent: Person, random: RandomStream): FindingRow[] {
  return findingRows(parent, { chances: sporadicFindings, scale: parentShare }, random);
}

function findingRows(
  person: Person,
  { chances, scale }: { chances: readonly FindingChance[]; scale: number },
  random: RandomStream,
): FindingRow[] {
  const lived = person.end - person.birth;
  const found = chances.filter(
    (chance) =>
      random.chance(chance.share * scale) &&
      earliest(chance) <= lived &&
      (person.sex === 'Male' || !maleOnly.includes(chance.name)),
  );
  return found.map((chance, index) => ({
    finding_id: recordId('FN', person, index),
    participant_id: participantId(person),
    name: chance.name,
    organ_system: chance.system,
    age: random.unless(0.06, ageNoted(chance, lived, random)),
    certainty: chance.system === 'Chromosome' ? 'Confirmed' : random.unless(0.05, certainty(random)),
  }));
}

function earliest(chance: FindingChance): number {
  return daysOfYears(earliestYears[chance.name] ?? 0);
}

function ageNoted(chance: FindingChance, lived: number, random: RandomStream): number {
  const from = earliest(chance);
  const latest = chance.system === 'Chromosome' ? 120 : from + daysOfYears(4);
  return random.early(from, Math.min(latest, lived));
}

function certainty(random: RandomStream): string {
  return random.weighted([
    ['Confirmed', 75],
    ['Probable', 17],
    ['Suspected', 5],
    [ruledOut, 3],
  ]);
}
