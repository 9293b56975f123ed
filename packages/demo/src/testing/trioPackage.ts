import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { heartTerms, type Term, termOf } from '../ontology/heartTerms.ts';
import { type TextRow, writtenPackage } from './writtenPackage.ts';

/** A written `default` package with the ways in which its tests look at it. */
export interface TrioPackage {
  readonly descriptor: DataPackage;
  readonly probands: readonly TextRow[];
  table(name: string): readonly TextRow[];
  /** The participant whom a row of any table is about. */
  person(row: TextRow): TextRow;
}

export async function trioPackage(subjects: number): Promise<TrioPackage> {
  const { descriptor, table } = await writtenPackage('default', { subjects });
  const people = new Map(table('participant').map((row) => [text(row, 'participant_id'), row]));
  return {
    descriptor,
    probands: table('participant').filter((row) => row['role'] === 'Proband'),
    table,
    person(row) {
      const found = people.get(text(row, 'participant_id'));
      if (found === undefined) throw new Error('no such participant');
      return found;
    },
  };
}

export function text(row: TextRow | undefined, column: string): string {
  const value = row?.[column];
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}

export function day(row: TextRow | undefined, column: string): number {
  return dayNumber(text(row, column));
}

/** The last day on which a participant's condition is known. */
export function lastDay(participant: TextRow): number {
  return day(participant, 'birth_date') + Number(text(participant, 'age_at_last_contact'));
}

/** Terms by every code that stands for them, former ones included. */
export const termsByCode: ReadonlyMap<string, Term> = new Map(
  heartTerms.flatMap((term) => [term.code, ...term.formerCodes].map((code) => [code, term] as const)),
);

export function isKindOf(code: string, ancestor: string): boolean {
  const term = termsByCode.get(code);
  if (term === undefined) return false;
  const current = term.replacedBy === null ? term : termOf(term.replacedBy);
  return current.name === ancestor || current.parents.some((parent) => isKindOf(parent, ancestor));
}
