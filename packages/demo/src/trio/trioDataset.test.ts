import { type DataPackage, dataPackage } from '@atrium/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayNumber } from '../calendar/day.ts';
import { codeOf, heartTerms, termNamed } from '../ontology/heartTerms.ts';
import { termCode } from '../ontology/term.ts';
import {
  grouped,
  share,
  type TextRow,
  type WrittenPackage,
  writtenPackage,
} from '../testing/writtenPackage.ts';
import { study } from './study.ts';

let written: WrittenPackage;
let people: ReadonlyMap<string, TextRow>;
let probands: readonly TextRow[];

beforeAll(async () => {
  written = await writtenPackage('default', { subjects: 6000 });
  people = new Map(written.table('participant').map((row) => [text(row, 'participant_id'), row]));
  probands = written.table('participant').filter((row) => row['role'] === 'Proband');
});

function text(row: TextRow | undefined, column: string): string {
  const value = row?.[column];
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}

function day(row: TextRow | undefined, column: string): number {
  return dayNumber(text(row, column));
}

function person(row: TextRow): TextRow {
  const found = people.get(text(row, 'participant_id'));
  if (found === undefined) throw new Error('no such participant');
  return found;
}

function lastDay(row: TextRow): number {
  return day(row, 'birth_date') + Number(text(row, 'age_at_last_contact'));
}

const codes = new Map(
  heartTerms.flatMap((term) =>
    [term.number, ...term.formerNumbers].map((number) => [termCode(number), term] as const),
  ),
);

function isKindOf(code: string, ancestor: string): boolean {
  const term = codes.get(code);
  if (term === undefined) return false;
  const current = term.replacedBy === null ? term : termNamed(term.replacedBy);
  return current.name === ancestor || current.parents.some((parent) => isKindOf(codeOf(parent), ancestor));
}

describe('ages and dates', () => {
  it.each([
    ['participant', 'enrolment_date', 'age_at_enrolment'],
    ['diagnosis', 'date', 'age'],
    ['surgery', 'date', 'age'],
    ['echo', 'date', 'age'],
    ['hospital_stay', 'admission_date', 'age'],
  ])('counts the age in %s as the days from birth to the %s', (table, date, age) => {
    const wrong = written
      .table(table)
      .filter((row) => Number(text(row, age)) !== day(row, date) - day(person(row), 'birth_date'));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['participant', 'enrolment_date'],
    ['diagnosis', 'date'],
    ['surgery', 'date'],
    ['echo', 'date'],
    ['hospital_stay', 'admission_date'],
    ['hospital_stay', 'discharge_date'],
  ])('keeps every date of %s (%s) between birth and the last contact', (table, date) => {
    const outside = written
      .table(table)
      .filter((row) => text(row, date) !== '')
      .filter(
        (row) => day(row, date) < day(person(row), 'birth_date') || day(row, date) > lastDay(person(row)),
      );
    expect(outside).toEqual([]);
  });

  it('ends every record by the cut-off and starts sequencing only after enrolment', () => {
    expect(written.table('participant').every((row) => lastDay(row) <= study.cutOff)).toBe(true);
    const early = written
      .table('assay')
      .filter((row) => day(row, 'date') <= day(person(row), 'enrolment_date'));
    expect(early).toEqual([]);
    expect(written.table('assay').every((row) => day(row, 'date') <= study.cutOff)).toBe(true);
  });

  it('notes no extracardiac finding after the last contact', () => {
    const late = written
      .table('finding')
      .filter((row) => Number(text(row, 'age')) > Number(text(person(row), 'age_at_last_contact')));
    expect(late).toEqual([]);
  });
});

describe('families', () => {
  it('has one proband a family, and parents at least sixteen years older', () => {
    for (const members of grouped(written.table('participant'), 'family_id').values()) {
      const [proband, ...parents] = members;
      expect(members.filter((row) => row['role'] === 'Proband')).toEqual([proband]);
      expect(new Set(members.map((row) => row['role'])).size).toBe(members.length);
      for (const parent of parents) {
        const years = (day(proband, 'birth_date') - day(parent, 'birth_date')) / 365.25;
        expect(years).toBeGreaterThan(15.9);
        expect(years).toBeLessThan(75);
        expect(parent['sex']).toBe(parent['role'] === 'Mother' ? 'Female' : 'Male');
      }
      expect(proband?.['has_complete_trio']).toBe(String(members.length === 3));
    }
  });

  it('is complete for about two families in three', () => {
    expect(share(probands, (row) => row['has_complete_trio'] === 'true')).toBeCloseTo(0.68, 1);
  });

  it('lists an inherited variant for the parent who passed it on', () => {
    const carriers = new Map<string, Set<string>>();
    for (const row of written.table('variant')) {
      const { family_id, role } = person(row);
      const key = `${family_id} ${role}`;
      carriers.set(key, (carriers.get(key) ?? new Set()).add(`${row['gene']} ${row['hgvs']}`));
    }
    const maternal = written.table('variant').filter((row) => row['inheritance'] === 'Maternal');
    expect(maternal.length).toBeGreaterThan(500);
    for (const row of maternal) {
      const mother = carriers.get(`${text(person(row), 'family_id')} Mother`);
      expect(mother?.has(`${row['gene']} ${row['hgvs']}`)).toBe(true);
    }
  });

  it('calls a variant de novo only when both parents were sequenced', () => {
    const sequenced = new Set(written.table('assay').map((row) => text(row, 'participant_id')));
    const members = grouped(written.table('participant'), 'family_id');
    const novel = written.table('variant').filter((row) => row['inheritance'] === 'De novo');
    expect(novel.length).toBeGreaterThan(200);
    for (const row of novel) {
      const family = members.get(text(person(row), 'family_id')) ?? [];
      expect(family.filter((member) => sequenced.has(text(member, 'participant_id')))).toHaveLength(3);
    }
  });

  it('calls each variant in a DNA assay of the same person', () => {
    const assays = new Map(written.table('assay').map((row) => [text(row, 'assay_id'), row]));
    for (const row of written.table('variant')) {
      const assay = assays.get(text(row, 'assay_id'));
      expect(assay?.['participant_id']).toBe(row['participant_id']);
      expect(assay?.['kind']).not.toBe('RNA sequencing');
    }
  });
});

describe('operations', () => {
  const stageOne = [
    'Norwood procedure',
    'Hybrid stage 1 palliation',
    'Systemic-to-pulmonary shunt',
    'Pulmonary artery banding',
    'Ductal stent',
  ];

  function firstDay(operations: readonly TextRow[], procedures: readonly string[]): number {
    return Math.min(
      ...operations
        .filter((row) => procedures.includes(text(row, 'procedure')))
        .map((row) => day(row, 'date')),
    );
  }

  it('puts a Fontan after a Glenn, and a Glenn after a first stage', () => {
    let fontans = 0;
    for (const operations of grouped(written.table('surgery'), 'participant_id').values()) {
      const [first, glenn, fontan] = [
        firstDay(operations, stageOne),
        firstDay(operations, ['Bidirectional Glenn']),
        firstDay(operations, ['Fontan completion']),
      ];
      if (glenn < Infinity) expect(first).toBeLessThan(glenn);
      if (fontan < Infinity) {
        expect(glenn).toBeLessThan(fontan);
        fontans += 1;
      }
    }
    expect(fontans).toBeGreaterThan(50);
  });

  it('happens within the stay it names', () => {
    const stays = new Map(written.table('hospital_stay').map((row) => [text(row, 'stay_id'), row]));
    for (const row of written.table('surgery')) {
      const stay = stays.get(text(row, 'stay_id'));
      expect(stay?.['participant_id']).toBe(row['participant_id']);
      expect(day(row, 'date')).toBeGreaterThanOrEqual(day(stay, 'admission_date'));
      if (text(stay ?? {}, 'discharge_date') !== '') {
        expect(day(row, 'date')).toBeLessThanOrEqual(day(stay, 'discharge_date'));
      }
    }
  });

  it('comes after the first diagnosis', () => {
    const diagnoses = grouped(written.table('diagnosis'), 'participant_id');
    for (const row of written.table('surgery')) {
      const first = diagnoses.get(text(row, 'participant_id'))?.[0];
      expect(day(first, 'date')).toBeLessThanOrEqual(day(row, 'date'));
    }
  });

  it('kills only those recorded as deceased, on their last day', () => {
    const deaths = written.table('hospital_stay').filter((row) => row['disposition'] === 'Died');
    expect(deaths.length).toBeGreaterThan(5);
    for (const row of deaths) {
      expect(person(row)['vital_status']).toBe('Deceased');
      expect(day(row, 'discharge_date')).toBe(lastDay(person(row)));
    }
  });

  it('has bypass times only for procedures on bypass', () => {
    const without = written
      .table('surgery')
      .filter((row) => row['procedure'] === 'Balloon atrial septostomy');
    expect(without.length).toBeGreaterThan(20);
    expect(without.every((row) => row['bypass_time'] === '' && row['cross_clamp_time'] === '')).toBe(true);
  });
});

describe('hospital stays', () => {
  it('do not overlap, and last from admission to discharge', () => {
    for (const stays of grouped(written.table('hospital_stay'), 'participant_id').values()) {
      stays.forEach((stay, place) => {
        if (text(stay, 'discharge_date') === '') return;
        expect(Number(stay['length'])).toBe(day(stay, 'discharge_date') - day(stay, 'admission_date'));
        expect(Number(stay['length'])).toBeGreaterThanOrEqual(0);
        const next = stays[place + 1];
        if (next !== undefined)
          expect(day(next, 'admission_date')).toBeGreaterThan(day(stay, 'discharge_date'));
      });
    }
  });
});

describe('Down syndrome', () => {
  it('is set exactly for those with a trisomy 21 finding', () => {
    const trisomies = written.table('finding').filter((row) => row['name'] === 'Trisomy 21');
    const flagged = [...people.values()].filter((row) => row['down_syndrome'] === 'true');
    expect(trisomies.length).toBeGreaterThan(50);
    expect(new Set(trisomies.map((row) => row['participant_id']))).toEqual(
      new Set(flagged.map((row) => row['participant_id'])),
    );
  });

  it('comes with an atrioventricular septal defect far more often than other hearts do', () => {
    const hasCushionDefect = (row: TextRow) =>
      isKindOf(text(row, 'primary_lesion'), 'atrioventricular septal defect');
    const down = probands.filter((row) => row['down_syndrome'] === 'true');
    const others = probands.filter((row) => row['down_syndrome'] === 'false');
    expect(share(down, hasCushionDefect)).toBeGreaterThan(0.4);
    expect(share(others, hasCushionDefect)).toBeLessThan(0.1);
  });
});

describe('frequencies', () => {
  it.each([
    ['tetralogy of Fallot', 0.1],
    ['ventricular septal defect', 0.095],
    ['hypoplastic left heart syndrome', 0.06],
    ['transposition of the great arteries', 0.085],
    ['coarctation of the aorta', 0.045],
    ['atrial septal defect', 0.085],
    ['atrioventricular septal defect', 0.06],
  ])('%s is the primary lesion of about %d of probands', (lesion, expected) => {
    const found = share(probands, (row) => isKindOf(text(row, 'primary_lesion'), lesion));
    expect(found).toBeGreaterThan(expected * 0.7);
    expect(found).toBeLessThan(expected * 1.45);
  });

  it('agrees between the reviewers’ primary lesion and the primary report when both are known', () => {
    const primary = new Map(
      written
        .table('diagnosis')
        .filter((row) => row['is_primary'] === 'true' && codes.has(text(row, 'code')))
        .map((row) => [text(row, 'participant_id'), codes.get(text(row, 'code'))]),
    );
    for (const row of probands.filter((proband) => proband['primary_lesion'] !== '')) {
      const reported = primary.get(text(row, 'participant_id'));
      if (reported === undefined) continue;
      const lesion = reported.replacedBy ?? reported.name;
      expect(isKindOf(text(row, 'primary_lesion'), lesion)).toBe(true);
    }
  });

  it('leaves a few diagnoses unmapped, a few without a code and a few under a former one', () => {
    const diagnoses = written.table('diagnosis');
    const unmapped = share(diagnoses, (row) => text(row, 'code').startsWith('LOCAL:'));
    expect(unmapped).toBeGreaterThan(0.003);
    expect(unmapped).toBeLessThan(0.02);
    expect(share(diagnoses, (row) => row['code'] === '')).toBeGreaterThan(0.001);
    const current = new Set(heartTerms.map((term) => termCode(term.number)));
    const former = diagnoses.filter((row) => codes.has(text(row, 'code')) && !current.has(text(row, 'code')));
    expect(former.length).toBeGreaterThan(3);
    expect(diagnoses.some((row) => row['code'] === codeOf('obsolete endocardial cushion defect'))).toBe(true);
    const known = diagnoses.filter((row) => row['code'] !== '' && !text(row, 'code').startsWith('LOCAL:'));
    expect(known.every((row) => codes.has(text(row, 'code')))).toBe(true);
  });

  it.each([
    ['race', 0.04],
    ['ethnicity', 0.06],
    ['birth_weight', 0.05],
    ['gestational_age', 0.07],
    ['maternal_diabetes', 0.08],
  ])('misses the %s of about %d of probands', (column, expected) => {
    const missing = share(probands, (row) => row[column] === '');
    expect(Math.abs(missing - expected)).toBeLessThan(0.025);
  });

  it('has races like the United States, some people with several', () => {
    const known = probands.filter((row) => row['race'] !== '');
    expect(share(known, (row) => text(row, 'race').split('|').includes('White'))).toBeCloseTo(0.72, 1);
    expect(share(known, (row) => text(row, 'race').includes('|'))).toBeGreaterThan(0.03);
    expect(share(known, (row) => text(row, 'race').includes('|'))).toBeLessThan(0.15);
  });

  it('gives parents far fewer rows than probands', () => {
    for (const table of ['diagnosis', 'echo', 'finding']) {
      expect(share(written.table(table), (row) => person(row)['role'] === 'Proband')).toBeGreaterThan(0.9);
    }
  });
});

describe('the dictionary', () => {
  it('needs a measure before an echo value', () => {
    expect(field(written.descriptor, 'echo', 'value').atrium?.prefilter).toEqual({
      field: 'measure',
      mode: 'required',
    });
  });

  it('marks every date next to an age as protected, or the birth date could be worked out', () => {
    for (const resource of dataPackage.parse(written.descriptor).resources) {
      const fields = resource.schema?.fields ?? [];
      if (!fields.some((column) => column.atrium?.type === 'age')) continue;
      for (const column of fields.filter(({ type }) => type === 'date')) {
        expect(column.atrium?.phi, `${resource.name}.${column.name}`).toBe(true);
      }
    }
  });
});

function field({ resources }: DataPackage, table: string, name: string) {
  const found = resources
    .find((resource) => resource.name === table)
    ?.schema?.fields.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no field ${table}.${name}`);
  return found;
}
