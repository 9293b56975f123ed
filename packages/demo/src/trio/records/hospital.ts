import { isoDay } from '@atrium/contract/calendar/dayNumbers';
import type { RandomStream } from '../../random/randomStream.ts';
import type { SurgeryRow } from '../dictionary/heartTables.ts';
import type { StayRow } from '../dictionary/stayTable.ts';
import { defaultWeight } from '../growth.ts';
import { type Operation, type Proband, participantId, recordId } from '../person.ts';
import type { Stay } from './stays.ts';

export function stayRows(proband: Proband, stays: readonly Stay[], random: RandomStream): StayRow[] {
  return stays.map((stay, stayIndex) => {
    const discharge = endsInDeath(proband, stay) ? stay.discharge : random.unless(0.02, stay.discharge);
    return {
      stay_id: recordId('ST', proband, stayIndex),
      participant_id: participantId(proband),
      admission_date: isoDay(stay.admission),
      discharge_date: discharge === null ? null : isoDay(discharge),
      age: stay.admission - proband.birth,
      reasons: random.unless(0.03, stay.reasons),
      length: discharge === null ? null : discharge - stay.admission,
      unit: random.unless(0.04, unit(stay, random)),
      disposition: discharge === null ? null : disposition(proband, stay, random),
    };
  });
}

export function surgeryRows(proband: Proband, stays: readonly Stay[], random: RandomStream): SurgeryRow[] {
  const operations = stays.flatMap((stay, stayIndex) =>
    stay.operations.map((operation) => ({ operation, stay, stayIndex })),
  );
  return operations.map(({ operation, stay, stayIndex }, index) => {
    const bypass = minutesOnBypass(operation, random);
    return {
      surgery_id: recordId('SX', proband, index),
      participant_id: participantId(proband),
      stay_id: recordId('ST', proband, stayIndex),
      date: isoDay(operation.day),
      age: operation.day - proband.birth,
      procedure: operation.procedure.name,
      class: operation.procedure.class,
      bypass_time: bypass === null ? null : random.unless(0.05, bypass),
      cross_clamp_time:
        bypass === null ? null : random.unless(0.07, Math.round(bypass * (0.35 + 0.3 * random.fraction()))),
      weight: random.unless(0.04, weight(operation.day - proband.birth, random)),
      outcome: endsInDeath(proband, stay)
        ? 'Died before discharge'
        : random.unless(0.04, outcome(operation, random)),
    };
  });
}

function endsInDeath(proband: Proband, stay: Stay): boolean {
  return proband.died && stay.discharge === proband.end;
}

function unit(stay: Stay, random: RandomStream): string {
  if (stay.operations.some(({ procedure }) => procedure.bypass !== null)) return 'Cardiac intensive care';
  return random.weighted([
    ['Cardiac ward', 5],
    ['General ward', 2],
    ['Short stay', 2],
    ['Cardiac intensive care', 1],
  ]);
}

function disposition(proband: Proband, stay: Stay, random: RandomStream): string | null {
  if (endsInDeath(proband, stay)) return 'Died';
  return random.unless(
    0.03,
    random.weighted([
      ['Home', 80],
      ['Home with nursing care', 14],
      ['Other hospital', 6],
    ]),
  );
}

function minutesOnBypass({ procedure }: Operation, random: RandomStream): number | null {
  if (procedure.bypass === null) return null;
  const [low, high] = procedure.bypass;
  return Math.max(12, Math.round(random.normal((low + high) / 2, (high - low) / 4)));
}

/** Kilograms; children with heart disease are a little lighter than others. */
function weight(age: number, random: RandomStream): number {
  return Math.round(defaultWeight(age) * random.normal(0.93, 0.1) * 10) / 10;
}

function outcome({ procedure }: Operation, random: RandomStream): string {
  if (random.chance(procedure.complications)) return 'Discharged after complication';
  return random.chance(0.03) ? 'Transferred' : 'Discharged without complication';
}
