import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, heartTerms } from '../ontology/heartTerms.ts';
import { isKindOf, type TrioPackage, termsByCode, text, trioPackage } from '../testing/trioPackage.ts';
import { grouped, share, type TextRow } from '../testing/writtenPackage.ts';

let trio: TrioPackage;

beforeAll(async () => {
  trio = await trioPackage(6000);
});

describe('Down syndrome', () => {
  it('is set exactly for those with a trisomy 21 finding', () => {
    const trisomies = trio.table('finding').filter((row) => row['name'] === 'Trisomy 21');
    const flagged = trio.table('participant').filter((row) => row['down_syndrome'] === 'true');
    expect(trisomies.length).toBeGreaterThan(50);
    expect(new Set(trisomies.map((row) => row['participant_id']))).toEqual(
      new Set(flagged.map((row) => row['participant_id'])),
    );
  });

  it('comes with an atrioventricular septal defect far more often than other hearts do', () => {
    const hasCushionDefect = (row: TextRow) =>
      isKindOf(text(row, 'primary_lesion'), 'atrioventricular septal defect');
    const down = trio.probands.filter((row) => row['down_syndrome'] === 'true');
    const others = trio.probands.filter((row) => row['down_syndrome'] === 'false');
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
    const found = share(trio.probands, (row) => isKindOf(text(row, 'primary_lesion'), lesion));
    expect(found).toBeGreaterThan(expected * 0.7);
    expect(found).toBeLessThan(expected * 1.45);
  });

  it('agrees between the reviewers’ primary lesion and the primary report when both are known', () => {
    const primary = new Map(
      trio
        .table('diagnosis')
        .filter((row) => row['is_primary'] === 'true' && termsByCode.has(text(row, 'code')))
        .map((row) => [text(row, 'participant_id'), termsByCode.get(text(row, 'code'))]),
    );
    for (const row of trio.probands.filter((proband) => proband['primary_lesion'] !== '')) {
      const reported = primary.get(text(row, 'participant_id'));
      if (reported === undefined) continue;
      const lesion = reported.replacedBy ?? reported.name;
      expect(isKindOf(text(row, 'primary_lesion'), lesion)).toBe(true);
    }
  });

  it('leaves a few diagnoses unmapped, a few without a code and a few under a former one', () => {
    const diagnoses = trio.table('diagnosis');
    const unmapped = share(diagnoses, (row) => text(row, 'code').startsWith('LOCAL:'));
    expect(unmapped).toBeGreaterThan(0.003);
    expect(unmapped).toBeLessThan(0.02);
    expect(share(diagnoses, (row) => row['code'] === '')).toBeGreaterThan(0.001);
    const current = new Set(heartTerms.map((term) => term.code));
    const former = diagnoses.filter(
      (row) => termsByCode.has(text(row, 'code')) && !current.has(text(row, 'code')),
    );
    expect(former.length).toBeGreaterThan(3);
    expect(diagnoses.some((row) => row['code'] === codeOf('obsolete endocardial cushion defect'))).toBe(true);
    const known = diagnoses.filter((row) => row['code'] !== '' && !text(row, 'code').startsWith('LOCAL:'));
    expect(known.every((row) => termsByCode.has(text(row, 'code')))).toBe(true);
  });

  it.each([
    ['race', 0.04],
    ['ethnicity', 0.06],
    ['birth_weight', 0.05],
    ['gestational_age', 0.07],
    ['maternal_diabetes', 0.08],
  ])('misses the %s of about %d of probands', (column, expected) => {
    const missing = share(trio.probands, (row) => row[column] === '');
    expect(Math.abs(missing - expected)).toBeLessThan(0.025);
  });

  it('finds a harmful variant in about one sequenced proband in eight', () => {
    const variants = trio.table('variant').filter((row) => trio.person(row)['role'] === 'Proband');
    const harmful = variants.filter((row) => /^(Likely p|P)athogenic$/.test(text(row, 'pathogenicity')));
    const yieldShare = grouped(harmful, 'participant_id').size / grouped(variants, 'participant_id').size;
    expect(yieldShare).toBeGreaterThan(0.08);
    expect(yieldShare).toBeLessThan(0.17);
  });

  it('has races like the United States, some people with several', () => {
    const known = trio.probands.filter((row) => row['race'] !== '');
    expect(share(known, (row) => text(row, 'race').split('|').includes('White'))).toBeCloseTo(0.72, 1);
    expect(share(known, (row) => text(row, 'race').includes('|'))).toBeGreaterThan(0.03);
    expect(share(known, (row) => text(row, 'race').includes('|'))).toBeLessThan(0.15);
  });

  it('gives parents far fewer rows than probands', () => {
    for (const table of ['diagnosis', 'echo', 'finding']) {
      expect(share(trio.table(table), (row) => trio.person(row)['role'] === 'Proband')).toBeGreaterThan(0.9);
    }
  });
});

describe('the dictionary', () => {
  it('needs a measure before an echo value', () => {
    expect(field(trio.descriptor, 'echo', 'value').atrium?.prefilter).toEqual({
      field: 'measure',
      mode: 'required',
    });
  });

  it('marks every date next to an age as protected, or the birth date could be worked out', () => {
    for (const resource of trio.descriptor.resources) {
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
