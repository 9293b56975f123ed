import { expect, it } from 'vitest';
import { z } from 'zod';
import { cohortDefinitionWire } from './cohortDefinition.ts';

const stored = [
  {
    entry_type: 'criteria_set' as const,
    entry_id: 'Kq3mT8ZbWc0p',
    collection_id: 'participant',
    list: [
      {
        entry_id: 'a',
        concept_id: 'sex',
        prefilter_value: null,
        exclude_selected: false,
        categories: ['Female', null],
      },
      {
        entry_type: 'or_group' as const,
        entry_id: 'g',
        list: [
          {
            entry_id: 'b',
            concept_id: 'down',
            prefilter_value: null,
            exclude_selected: false,
            categories: [true],
          },
          {
            entry_id: 'c',
            concept_id: 'weight',
            prefilter_value: null,
            exclude_selected: false,
            include_null_and_missing: false,
            min: null,
            max: 2500,
          },
        ],
      },
    ],
  },
  {
    entry_type: 'criteria_set' as const,
    entry_id: 'E7',
    collection_id: 'surgery',
    or_group_id: 'g1',
    subcol_count_restriction: { type: 'at least' as const, value: 2 },
    event_rule: { type: 'date_range' as const, date_min: '01/01/2015' },
    list: [
      {
        entry_id: 'd',
        concept_id: 'code',
        prefilter_value: 'x',
        exclude_selected: true,
        include_null_and_missing: true,
        include_ontology_unknown: false,
        terms: [{ code: 'VSD', label: 'Ventricular septal defect' }],
      },
      {
        entry_id: 'e',
        concept_id: 'when',
        prefilter_value: null,
        exclude_selected: false,
        include_null_and_missing: false,
        query_type: 'relative_to_today' as const,
        days_ago: 30,
      },
    ],
  },
];

it('a stored definition survives decoding and encoding unchanged', () => {
  const definition = z.decode(cohortDefinitionWire, stored as never);
  expect(z.encode(cohortDefinitionWire, definition)).toEqual(stored);
});

it('the kind of an entry follows from its keys', () => {
  const definition = z.decode(cohortDefinitionWire, stored as never);
  const [root, surgery] = definition;
  expect(root?.entries.map((entry) => entry.kind)).toEqual(['choice', 'or_group']);
  expect(surgery?.entries.map((entry) => entry.kind)).toEqual(['ontology', 'relativeDate']);
  expect(surgery?.eventRule).toEqual({ kind: 'date_range', dateMin: '2015-01-01' });
});

it('a range with categories is a filter of numbers and words, and without them one of numbers (rule 2.21)', () => {
  const head = { entry_id: 'a', concept_id: 'lactate', prefilter_value: null, exclude_selected: false };
  const range = { ...head, include_null_and_missing: false, min: 2, max: null };
  const list = [range, { ...range, categories: ['>20'] }, { ...head, categories: ['>20'] }];
  const [set] = z.decode(cohortDefinitionWire, [
    { entry_type: 'criteria_set', entry_id: 's', collection_id: 'person', list },
  ] as never);
  expect(set?.entries.map((entry) => entry.kind)).toEqual(['range', 'rangeOrWords', 'choice']);
  expect(set && z.encode(cohortDefinitionWire, [set])[0]).toMatchObject({ list });
});

it('25,000 texts of a filter are looked at once: not first as terms of an ontology, one by one (rule 8.17)', () => {
  let looks = 0;
  const terms = new Proxy(
    Array.from({ length: 25_000 }, (_, number) => `CHD-${number}`),
    {
      get: (list, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(list, key, receiver);
      },
    },
  );
  const head = { entry_id: 'a', concept_id: 'id', prefilter_value: null, exclude_selected: false };
  const filter = { ...head, include_null_and_missing: false, terms };
  const [set] = z.decode(cohortDefinitionWire, [
    { entry_type: 'criteria_set', entry_id: 's', collection_id: 'person', list: [filter] },
  ]);
  expect(set?.entries.map((entry) => entry.kind)).toEqual(['text']);
  expect(looks).toBeLessThan(1.1 * 25_000);
});
