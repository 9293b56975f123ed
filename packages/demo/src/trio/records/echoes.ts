import { type DayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import type { RandomStream } from '../../random/randomStream.ts';
import { echoQualities } from '../dictionary/choices.ts';
import type { EchoRow } from '../dictionary/heartTables.ts';
import { bodySurface, defaultWeight } from '../growth.ts';
import { echoMeasures } from '../lesions/echoMeasures.ts';
import type { LesionProfile } from '../lesions/lesions.ts';
import { type Person, type Proband, participantId, recordId } from '../person.ts';

type Measure = (typeof echoMeasures)[number];
type Shifts = LesionProfile['echo'];

const shareOfMeasures = 0.82;
const sizeDeviation = 0.1;

export function probandEchoes(proband: Proband, firstDay: DayNumber, random: RandomStream): EchoRow[] {
  const repaired = proband.operations.find(({ procedure }) => procedure.class === 'Repair')?.day ?? Infinity;
  const measurements = studyDays(proband, firstDay, random).flatMap((day) =>
    study(proband, { day, shifts: shiftsOn(day, repaired, proband.profile.echo) }, random),
  );
  return measurements.map((row, index) => ({ ...row, echo_id: recordId('EC', proband, index) }));
}

/** A parent's heart was looked at once, if at all. */
export function parentEchoes(parent: Person, random: RandomStream): EchoRow[] {
  if (!random.chance(parent.lesion === null ? 0.03 : 0.8)) return [];
  return study(parent, { day: parent.enrolment, shifts: {} }, random).map((row, index) => ({
    ...row,
    echo_id: recordId('EC', parent, index),
  }));
}

function studyDays(proband: Proband, firstDay: DayNumber, random: RandomStream): DayNumber[] {
  const days = [firstDay];
  for (const { day } of proband.operations) {
    if (random.chance(0.45)) days.push(Math.max(day - random.early(1, 21), firstDay));
    if (random.chance(0.6)) days.push(day + random.integer(3, 24));
  }
  const visits = random.weighted([
    [0, 40],
    [1, 35],
    [2, 25],
  ]);
  for (let visit = 0; visit < visits; visit += 1) {
    days.push(random.integer(firstDay, Math.max(firstDay, proband.end)));
  }
  return [...new Set(days.filter((day) => day <= proband.end))].toSorted((a, b) => a - b);
}

/** A repair relieves pressure and gradients; sizes stay with the heart. */
function shiftsOn(day: DayNumber, repaired: DayNumber, shifts: Shifts): Shifts {
  if (day <= repaired) return shifts;
  return Object.fromEntries(
    Object.entries(shifts).map(([name, shift]) => [name, name.endsWith('(mmHg)') ? shift * 0.3 : shift]),
  );
}

function study(
  person: Person,
  { day, shifts }: { day: DayNumber; shifts: Shifts },
  random: RandomStream,
): EchoRow[] {
  const quality = random.unless(
    0.06,
    random.weighted(echoQualities.map((name, index) => [name, 3 - index] as const)),
  );
  const surface = bodySurface(defaultWeight(day - person.birth));
  return echoMeasures
    .filter((measure) => random.chance(measure.share * shareOfMeasures))
    .map((measure) => ({
      echo_id: null,
      participant_id: participantId(person),
      date: isoDay(day),
      age: day - person.birth,
      measure: measure.name,
      ...result(measure, { surface, shift: shifts[measure.name] ?? 0 }, random),
      quality,
    }));
}

function result(
  measure: Measure,
  { surface, shift }: { surface: number; shift: number },
  random: RandomStream,
): { value: number | null; z_score: number | null } {
  const score = random.normal(shift, 1);
  const raw = measure.grows
    ? measure.mean * Math.sqrt(surface) * (1 + sizeDeviation * score)
    : measure.mean + measure.deviation * score;
  const value = Math.round(Math.min(Math.max(raw, measure.low), measure.high) * 10) / 10;
  return {
    value: random.unless(0.04, value),
    z_score: measure.grows ? random.unless(0.05, Math.round(score * 100) / 100) : null,
  };
}
