import { describe, expect, it } from 'vitest';
import { aColumn, lesionColumn } from '../../../testing/tables.ts';
import { columnWidth } from '../../../ui/grid/columnWidth.ts';
import { columnHeading, headerOf } from './columnHeading.ts';

describe('the width of a column', () => {
  it('is the length of its header over 15, times 100, and at least 110', () => {
    expect(columnWidth('x'.repeat(30))).toBe(200);
    expect(columnWidth('x'.repeat(45))).toBe(300);
    expect(columnWidth('Sex')).toBe(110);
  });

  it('is 170 where the header is missing', () => {
    expect([columnWidth(null), columnWidth(undefined), columnWidth('')]).toEqual([170, 170, 170]);
  });

  it('is that of the alias where there is one, or else of the label', () => {
    expect(headerOf(aColumn({ alias: 'ID' }))).toBe('ID');
    expect(headerOf(aColumn())).toBe('Participant ID');
  });
});

describe('the heading of a column', () => {
  it('shows the name without the method, which has its own line', () => {
    expect(columnHeading(lesionColumn)).toEqual({
      name: 'Primary cardiac lesion',
      path: ['Heart', 'Phenotype'],
      method: 'distinct',
      set: null,
    });
  });

  it('prefers the name that the person gave', () => {
    expect(columnHeading({ ...lesionColumn, alias: 'Lesions' })).toMatchObject({
      name: 'Lesions',
      method: 'distinct',
    });
  });

  it('names the criteria set whose records count, and keeps brackets within names', () => {
    const column = {
      ...lesionColumn,
      conceptName: 'Lesion (primary)',
      label: '[Surgery 1] Lesion (primary) (has VSD (muscular))',
      aggregationCriteriaSetName: 'Surgery 1',
    };
    expect(columnHeading(column)).toMatchObject({ method: 'has VSD (muscular)', set: 'Surgery 1' });
  });

  it('shows the id of the method where the label does not have it', () => {
    expect(columnHeading({ ...lesionColumn, label: 'Something else' }).method).toBe('list distinct');
  });

  it('explains for a stacked column that each value has a row', () => {
    expect(columnHeading(aColumn()).method).toBe('row per value');
  });
});
