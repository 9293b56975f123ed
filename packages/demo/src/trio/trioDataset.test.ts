import { describe, expect, it } from 'vitest';
import { isGate } from '../../../engine/src/testing/effort.ts';
import { day, lastDay, type TrioPackage, text, trioPackage } from '../testing/trioPackage.ts';
import { grouped, share, type TextRow } from '../testing/writtenPackage.ts';
import { study } from './study.ts';

const trio: TrioPackage = await trioPackage(isGate ? 600 : 6000);

describe('ages and dates', () => {
  it.each([
    ['participant', 'enrolment_date', 'age_at_enrolment'],
    ['diagnosis', 'date', 'age'],
    ['surgery', 'date', 'age'],
    ['echo', 'date', 'age'],
    ['hospital_stay', 'admission_date', 'age'],
  ])('counts the age in %s as the days from birth to the %s', (table, date, age) => {
    const wrong = trio
      .table(table)
      .filter((row) => Number(text(row, age)) !== day(row, date) - day(trio.person(row), 'birth_date'));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['participant', 'enrolment_date'],
    ['participant', 'last_contact_date'],
    ['diagnosis', 'date'],
    ['surgery', 'date'],
    ['echo', 'date'],
    ['hospital_stay', 'admission_date'],
    ['hospital_stay', 'discharge_date'],
  ])('keeps every date of %s (%s) between birth and the last contact', (table, date) => {
    const outside = trio
      .table(table)
      .filter((row) => text(row, date) !== '')
      .filter(
        (row) =>
          day(row, date) < day(trio.person(row), 'birth_date') || day(row, date) > lastDay(trio.person(row)),
      );
    expect(outside).toEqual([]);
  });

  it('ends every record by the cut-off and starts sequencing only after enrolment', () => {
    expect(trio.table('participant').every((row) => lastDay(row) <= study.cutOff)).toBe(true);
    const early = trio
      .table('assay')
      .filter((row) => day(row, 'date') <= day(trio.person(row), 'enrolment_date'));
    expect(early).toEqual([]);
    expect(trio.table('assay').every((row) => day(row, 'date') <= study.cutOff)).toBe(true);
  });

  it('notes no extracardiac finding after the last contact', () => {
    const late = trio
      .table('finding')
      .filter((row) => Number(text(row, 'age')) > Number(text(trio.person(row), 'age_at_last_contact')));
    expect(late).toEqual([]);
  });
});

describe('families', () => {
  it('has one proband a family, and parents at least sixteen years older', () => {
    for (const members of grouped(trio.table('participant'), 'family_id').values()) {
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

  it('is complete for about two families in three', { tags: 'long' }, () => {
    expect(share(trio.probands, (row) => row['has_complete_trio'] === 'true')).toBeCloseTo(0.68, 1);
  });

  it('lists an inherited variant for the parent who passed it on', { tags: 'long' }, () => {
    const carriers = new Map<string, Set<string>>();
    for (const row of trio.table('variant')) {
      const { family_id, role } = trio.person(row);
      const key = `${family_id} ${role}`;
      carriers.set(key, (carriers.get(key) ?? new Set()).add(`${row['gene']} ${row['hgvs']}`));
    }
    const maternal = trio.table('variant').filter((row) => row['inheritance'] === 'Maternal');
    expect(maternal.length).toBeGreaterThan(500);
    for (const row of maternal) {
      const mother = carriers.get(`${text(trio.person(row), 'family_id')} Mother`);
      expect(mother?.has(`${row['gene']} ${row['hgvs']}`)).toBe(true);
    }
  });

  it('calls a variant de novo only when both parents were sequenced', { tags: 'long' }, () => {
    const sequenced = new Set(trio.table('assay').map((row) => text(row, 'participant_id')));
    const members = grouped(trio.table('participant'), 'family_id');
    const novel = trio.table('variant').filter((row) => row['inheritance'] === 'De novo');
    expect(novel.length).toBeGreaterThan(200);
    for (const row of novel) {
      const family = members.get(text(trio.person(row), 'family_id')) ?? [];
      expect(family.filter((member) => sequenced.has(text(member, 'participant_id')))).toHaveLength(3);
    }
  });

  it('calls each variant in a DNA assay of the same person', () => {
    const assays = new Map(trio.table('assay').map((row) => [text(row, 'assay_id'), row]));
    for (const row of trio.table('variant')) {
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

  it('puts a Fontan after a Glenn, and a Glenn after a first stage', { tags: 'long' }, () => {
    let fontans = 0;
    for (const operations of grouped(trio.table('surgery'), 'participant_id').values()) {
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
    const stays = new Map(trio.table('hospital_stay').map((row) => [text(row, 'stay_id'), row]));
    for (const row of trio.table('surgery')) {
      const stay = stays.get(text(row, 'stay_id'));
      expect(stay?.['participant_id']).toBe(row['participant_id']);
      expect(day(row, 'date')).toBeGreaterThanOrEqual(day(stay, 'admission_date'));
      if (text(stay ?? {}, 'discharge_date') !== '') {
        expect(day(row, 'date')).toBeLessThanOrEqual(day(stay, 'discharge_date'));
      }
    }
  });

  it('comes after the first diagnosis', () => {
    const diagnoses = grouped(trio.table('diagnosis'), 'participant_id');
    for (const row of trio.table('surgery')) {
      const first = diagnoses.get(text(row, 'participant_id'))?.[0];
      expect(day(first, 'date')).toBeLessThanOrEqual(day(row, 'date'));
    }
  });

  it('kills only those recorded as deceased, on their last day', { tags: 'long' }, () => {
    const deaths = trio.table('hospital_stay').filter((row) => row['disposition'] === 'Died');
    expect(deaths.length).toBeGreaterThan(5);
    for (const row of deaths) {
      expect(trio.person(row)['vital_status']).toBe('Deceased');
      expect(day(row, 'discharge_date')).toBe(lastDay(trio.person(row)));
    }
  });

  it('ends in death when the patient died within forty days of the last one', { tags: 'long' }, () => {
    const last = new Map(trio.table('surgery').map((row) => [text(row, 'participant_id'), row]));
    const fatal = [...last.values()].filter(
      (row) =>
        trio.person(row)['vital_status'] === 'Deceased' && lastDay(trio.person(row)) - day(row, 'date') <= 40,
    );
    expect(fatal.length).toBeGreaterThan(5);
    expect(fatal.every((row) => row['outcome'] === 'Died before discharge')).toBe(true);
  });

  it('has bypass times only for procedures on bypass', { tags: 'long' }, () => {
    const without = trio.table('surgery').filter((row) => row['procedure'] === 'Balloon atrial septostomy');
    expect(without.length).toBeGreaterThan(20);
    expect(without.every((row) => row['bypass_time'] === '' && row['cross_clamp_time'] === '')).toBe(true);
  });
});

describe('hospital stays', () => {
  it('do not overlap, and last from admission to discharge', () => {
    for (const stays of grouped(trio.table('hospital_stay'), 'participant_id').values()) {
      stays.forEach((stay, index) => {
        if (text(stay, 'discharge_date') === '') return;
        expect(Number(stay['length'])).toBe(day(stay, 'discharge_date') - day(stay, 'admission_date'));
        expect(Number(stay['length'])).toBeGreaterThanOrEqual(0);
        const next = stays[index + 1];
        if (next !== undefined)
          expect(day(next, 'admission_date')).toBeGreaterThan(day(stay, 'discharge_date'));
      });
    }
  });
});
