import type { TableOptions } from '@atrium/contract/wire/concept';
import { describe, expect, it } from 'vitest';
import { columnEdit, openForm, reduceForm } from './columnForm.ts';

const options: TableOptions = {
  aggregationOptions: [
    { id: 'list_distinct', group: 'list', label: 'list distinct', selected: false, inputs: [] },
    {
      id: 'most_frequent',
      group: 'aggregate',
      label: 'most frequent',
      selected: true,
      inputs: [
        {
          id: 'position',
          label: 'position',
          type: 'select',
          selected: 2,
          options: [
            [1, '1'],
            [2, '2'],
          ],
        },
        { id: 'values', label: 'values', type: 'multiselect', selected: '', options: [['VSD', 'VSD']] },
      ],
    },
  ],
  criteriaSetOptions: { set1: 'Surgery 1' },
  selectedAggregationCriteriaSet: 'set1',
  entryAlias: 'Lesions',
};
const column = { conceptId: 'lesion', entryId: 'e1' };

describe('the form of a column', () => {
  it('opens with the options of the column', () => {
    expect(openForm(options)).toEqual({
      method: 'most_frequent',
      alias: 'Lesions',
      criteriaSet: 'set1',
      answers: { list_distinct: {}, most_frequent: { position: '2', values: [] } },
    });
  });

  it('opens with the staged options', () => {
    const form = reduceForm(openForm(options), { kind: 'answer', input: 'position', value: '1' });
    expect(openForm(options, columnEdit({ ...form, alias: 'Usual' }, column))).toMatchObject({
      method: 'most_frequent',
      alias: 'Usual',
      answers: { most_frequent: { position: '1', values: [] } },
    });
  });

  it('opens stacked where no method is selected', () => {
    const none = options.aggregationOptions.map((method) => ({ ...method, selected: false }));
    expect(openForm({ ...options, aggregationOptions: none }).method).toBe('stack');
  });

  it('posts the answers of the chosen method under their own ids', () => {
    const form = reduceForm(openForm(options), { kind: 'answer', input: 'values', value: ['VSD'] });
    expect(columnEdit(form, column)).toEqual({
      kind: 'add_entry',
      conceptId: 'lesion',
      entryId: 'e1',
      alias: 'Lesions',
      aggregationMethod: 'most_frequent',
      aggregationCriteriaSet: 'set1',
      inputs: { position: '2', values: ['VSD'] },
    });
  });

  it('keeps the answers of a method while another one is chosen', () => {
    const answered = reduceForm(openForm(options), { kind: 'answer', input: 'position', value: '1' });
    const tried = reduceForm(answered, { kind: 'method', value: 'list_distinct' });
    const back = reduceForm(tried, { kind: 'method', value: 'most_frequent' });
    expect(columnEdit(back, column)).toMatchObject({ inputs: { position: '1' } });
  });

  it('posts neither answers nor a criteria set for a stacked column', () => {
    const form = reduceForm(openForm(options), { kind: 'method', value: 'stack' });
    expect(columnEdit(form, column)).toMatchObject({
      aggregationMethod: 'stack',
      aggregationCriteriaSet: '',
      inputs: {},
    });
  });
});
