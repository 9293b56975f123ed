import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { FilterView, OrGroupView } from '@atrium/contract/wire/cohortView';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../definition/html.ts';
import { createLookup } from '../../dictionary/lookup.ts';
import {
  anyDate,
  choice,
  dates,
  day,
  daysAgo,
  exclude,
  near,
  or,
  range,
  set,
  terms,
  text,
  withPrefilter,
} from '../../testing/definitions.ts';
import { dictionaryOf, type PlainRelease } from '../../testing/plainRelease.ts';
import { withProtectedDates, workedExample } from '../../testing/workedExample.ts';
import { checkCohort } from '../check/checkCohort.ts';
import { describeCohort } from './describeCohort.ts';

const shown = (
  definition: CohortDefinition,
  plain: PlainRelease = workedExample,
  level: AccessLevel = 'phi',
) => {
  const lookup = createLookup(dictionaryOf(plain));
  return describeCohort(checkCohort(definition, { lookup, member: { level } }), { lookup });
};
const isFilter = (entry: FilterView | OrGroupView | undefined): entry is FilterView =>
  entry !== undefined && !('kind' in entry);
const filterOf = (...given: Parameters<typeof shown>): FilterView => {
  const entry = shown(...given)
    .criteriaSets.at(0)
    ?.entries.at(0);
  if (!isFilter(entry)) throw new Error('There is no filter.');
  return entry;
};
const labelOf = (entry: Parameters<typeof exclude>[0], collection = 'subject') =>
  filterOf([set(collection, [entry])]).label;

describe('a filter in words', () => {
  it.each([
    [choice('sex', 'F'), 'Sex = "F"'],
    [exclude(choice('sex', 'F')), 'Sex ≠ "F"'],
    [choice('sex', 'F', null), 'Sex in "F", "<em>[not specified]</em>"'],
    [exclude(choice('sex', 'F', 'M')), 'Sex not in "F", "M"'],
    [choice('enrolled', true), 'Enrolled = True'],
    [range('weight', null, 99999.25), 'Weight &lt;= 99,999.25'],
    [range('weight', 1e-7, 4983), '0.0000001 &lt;= Weight &lt;= 4983'],
    [exclude(choice('enrolled', false)), 'Enrolled = False'],
    [
      text('subject_id', ['S1', '/x/'], { orNull: true }),
      'Subject id in "S1", "/x/", "<em>[not specified]</em>"',
    ],
    [range('weight', 0, null), 'Weight &gt;= 0'],
    [range('weight', 1, 2.5), '1 &lt;= Weight &lt;= 2.5'],
    [exclude(range('weight', null, 5)), 'exclude if: Weight &lt;= 5'],
    [range('weight', 1, null, { orNull: true }), 'Weight &gt;= 1 or <em>[not specified]</em>'],
    [range('weight', null, null, { orNull: true }), 'Weight = <em>[not specified]</em>'],
  ])('%j', (filter, label) => {
    expect(labelOf(filter)).toBe(label);
  });
  it.each([
    [dates('diagnosis_date', '2020-01-01', null), 'Diagnosis date &gt;= 2020-01-01'],
    [daysAgo('diagnosis_date', 30), 'Diagnosis date in the last 30 days'],
    [exclude(daysAgo('diagnosis_date', 1)), 'exclude if: Diagnosis date today'],
    [terms('code', ['VSD'], { orUnknown: true }), 'Code in "VSD", "<em>[unknown]</em>"'],
  ])('%j', (filter, label) => {
    expect(labelOf(filter, 'diagnosis')).toBe(label);
  });
  it('a prefilter stands in front', () => {
    expect(labelOf(withPrefilter(range('value', 12, 13), 'HGB'), 'lab')).toBe(
      '(HGB) 12 &lt;= Value &lt;= 13',
    );
  });
  it.each([
    [exclude(choice('sex', 'F')), 'Sex = "F"'],
    [exclude(choice('sex', 'F', 'M')), 'Sex in "F", "M"'],
    [exclude(range('weight', null, 5)), 'Weight &lt;= 5'],
    [withPrefilter(range('weight', 1, null), 'at birth'), 'Weight &gt;= 1'],
  ])('the condition of %j stands without exclusion and prefilter', (filter, label) => {
    expect(filterOf([set('subject', [filter])])).toMatchObject({
      conditionLabel: label,
      conceptName: filter.conceptId === 'sex' ? 'Sex' : 'Weight',
    });
  });
  it('a long list is cut after seven in the short label', () => {
    const many = text('subject_id', ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    const { label, abbreviatedLabel } = filterOf([set('subject', [many])]);
    expect(label).toContain('"9"');
    expect(abbreviatedLabel).toBe('Subject id in "1", "2", "3", "4", "5", "6", "7", … (2 more)');
  });
});

describe('the view of a filter', () => {
  it('repeats the chosen values, with empty text for null', () => {
    expect(filterOf([set('subject', [choice('sex', 'F', null)])])).toMatchObject({
      values: ['F', null],
      selectedCategories: ['F', ''],
      excludeSelected: false,
      includeOntologyUnknown: false,
    });
    expect(filterOf([set('subject', [range('weight', 1, 2)])])).toMatchObject({ values: null });
  });
  it('marks what is gone, and what may be repaired', () => {
    expect(filterOf([set('subject', [choice('gone', 'x')])])).toMatchObject({
      hasErrors: true,
      canNotEdit: true,
      label: 'gone <em>[no longer exists]</em>',
    });
    const empty = filterOf([set('subject', [choice('sex')])]);
    expect(empty).toMatchObject({ hasErrors: true });
    expect(empty).not.toHaveProperty('canNotEdit');
  });
  it('keeps the values of a protected concept from those who may not see it', () => {
    const plain: PlainRelease = {
      collections: [{ id: 'subject', concepts: [{ id: 'mrn', type: 'category', hasPhi: true }], rows: [] }],
    };
    const definition = [set('subject', [withPrefilter(choice('mrn', 'secret'), 'hidden')])];
    const view = shown(definition, plain, 'deid');
    expect(JSON.stringify(view)).not.toMatch(/secret|hidden/);
    expect(view.describe).toContain('Mrn <em>[not available to you]</em>');
  });
});

describe('a set in words', () => {
  it('the root stands first, whatever the order', () => {
    const { criteriaSets } = shown([set('stay'), set('subject', [choice('sex', 'F')])]);
    expect(criteriaSets.map((view) => view.label)).toEqual([
      'Subject criteria',
      'Subject has at least 1 <strong>Stay</strong> where:',
    ]);
    expect(criteriaSets[0]).toMatchObject({ isRootCollection: true, countRule: {} });
    expect(criteriaSets[0]).not.toHaveProperty('criteriaSetName');
  });
  it('names count within a collection, and an alias replaces its number', () => {
    const { criteriaSets } = shown([
      set('stay', [], { id: '1' }),
      set('lab', [], { id: '2' }),
      set('stay', [], { id: '3', alias: 'Ward' }),
      set('stay', [], { id: '4' }),
    ]);
    expect(criteriaSets.map((view) => view.criteriaSetName)).toEqual(['Stay 1', 'Lab 1', 'Ward', 'Stay 3']);
  });
  it('a count is spelled out', () => {
    const [view] = shown([set('stay', [], { count: ['exactly', 0] })]).criteriaSets;
    expect(view).toMatchObject({
      label: 'Subject has exactly 0 <strong>Stays</strong> where:',
      countRule: { operator: 'exactly', value: 0 },
    });
  });
  it('a rule is spelled out, and its target is marked', () => {
    const { criteriaSets } = shown([
      set('stay', [], { event: anyDate }),
      set('diagnosis', [], { event: near('stay', -7, 0, 'end') }),
    ]);
    expect(criteriaSets[0]).toMatchObject({
      hasEventField: true,
      eventRuleLabel: 'any date',
      referencedByOtherEvent: true,
    });
    expect(criteriaSets[1]?.eventRuleLabel).toBe(
      'event from: 7 days before the start of <strong>Stay 1</strong>, to: the day of the end of <strong>Stay 1</strong>',
    );
  });
  it('a rule between dates that show as years is described in calendar years, also if it was stored in days', () => {
    const years = createLookup(dictionaryOf(withProtectedDates()));
    const ruleText = (from: number, to: number) => {
      const definition = [
        set('stay', [], { event: anyDate }),
        set('diagnosis', [], { event: near('stay', from, to) }),
      ];
      const checked = checkCohort(definition, { lookup: years, member: { level: 'deid' } });
      return describeCohort(checked, { lookup: years }).criteriaSets[1]?.eventRuleLabel;
    };
    const stay = 'the start of <strong>Stay 1</strong>';
    expect(ruleText(0, 0)).toBe(`event in: the calendar year of ${stay}`);
    expect(ruleText(-730, 365)).toBe(
      `event from: 2 calendar years before ${stay}, to: 1 calendar year after ${stay}`,
    );
    expect(ruleText(-3, 17)).toBe(
      `event from: 1 calendar year before ${stay}, to: 1 calendar year after ${stay}`,
    );
  });
  it.each([
    [{ kind: 'date_range', dateMin: day('2020-01-01') } as const, 'Diagnosis date &gt;= 2020-01-01'],
    [{ kind: 'relative_to_today', daysAgo: 7 } as const, 'Diagnosis date in the last 7 days'],
  ])('%j', (event, label) => {
    expect(shown([set('diagnosis', [], { event })]).criteriaSets[0]?.eventRuleLabel).toBe(label);
  });
  it('alternatives stand side by side, and say so (rule 2.24)', () => {
    const { lines, criteriaSets } = shown([
      set('subject', [choice('sex', 'F')], { group: 'g' }),
      set('stay'),
      set('lab', [], { group: 'g' }),
    ]);
    expect(lines.map(({ heading }) => plainText(heading))).toEqual([
      'Either: Subject criteria',
      'Or: Subject has at least 1 Lab',
      'Subject has at least 1 Stay',
    ]);
    expect(criteriaSets.map(({ orGroupId }) => orGroupId)).toEqual(['g', 'g', undefined]);
  });
  it('a set about a relative names the relative (rule 2.25)', () => {
    const mother = { about: 'mother' as const };
    const families = { familyConceptId: 'sex', roleConceptId: 'sex', proband: 'F', mother: 'M', father: 'U' };
    const { describe: words, criteriaSets } = shown(
      [
        { ...set('stay', [], { id: 'a' }), ...mother },
        { ...set('subject', [choice('sex', 'M')], { id: 'b' }), ...mother },
        set('subject', [choice('sex', 'F')]),
      ],
      { ...workedExample, families },
    );
    expect(plainText(words).split('\n').filter(Boolean)).toEqual([
      'Subject criteria',
      '- Sex = "F"',
      'The mother has at least 1 Stay',
      'The mother is on record where:',
      '- Sex = "M"',
    ]);
    expect(criteriaSets.map(({ criteriaSetName: name }) => name)).toEqual([
      undefined,
      'Mother: Stay',
      'Mother',
    ]);
  });
  it('a collection that is gone is marked', () => {
    expect(shown([set('gone')]).criteriaSets[0]).toMatchObject({ hasErrors: true, canNotEdit: true });
  });
  it('a rule that lost its target may be repaired', () => {
    const [view] = shown([set('diagnosis', [], { event: near('gone', 0, 1) })]).criteriaSets;
    expect(view).toMatchObject({ eventRuleError: true, canEditEventRule: true });
  });
});

describe('the cohort in words', () => {
  it('is empty for the empty cohort', () => {
    expect(shown([])).toEqual({ criteriaSets: [], lines: [], describe: '' });
  });
  it('gives a line to each heading, rule and filter, and an empty one after each set', () => {
    const definition = [
      set('diagnosis', [or(terms('code', ['VSD']), choice('severity', 'severe'))], {
        event: { kind: 'relative_to_today', daysAgo: 7 },
      }),
      set('stay', [], { event: anyDate }),
      set('subject', [choice('sex', 'F')]),
    ];
    expect(shown(definition).describe.split('<br>')).toEqual([
      'Subject criteria',
      '- Sex = "F"',
      '',
      'Subject has at least 1 <strong>Diagnosis</strong> where:',
      '- Diagnosis date in the last 7 days',
      '- (Code = "VSD") OR (Severity = "severe")',
      '',
      'Subject has at least 1 <strong>Stay</strong>',
      '',
    ]);
  });
  it('names the sets that others refer to', () => {
    const definition = [
      set('stay', [], { alias: 'A & B', event: anyDate }),
      set('lab', [], { event: near('stay', 0, 0) }),
    ];
    expect(shown(definition).describe).toContain('(A &amp; B) Subject has at least 1');
  });
});

it('nothing of the data becomes markup', () => {
  const nasty = fc
    .array(
      fc.constantFrom('<script>', '&', '"', "'", '<em>', '</strong>', '<img src=x onerror=alert(1)>', 'a'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(nasty, nasty, nasty, (value, title, alias) => {
      const plain: PlainRelease = {
        collections: [
          {
            id: 'subject',
            rows: [],
            concepts: [
              { id: 'c', type: 'category', title, prefilter: { conceptId: 'o', mode: 'optional' } },
              { id: 'o', type: 'ontology', title, ontologyId: 'x' },
              { id: 'n', type: 'number', title, unit: value },
            ],
          },
          { id: 'visit', rows: [], concepts: [{ id: 'v', type: 'date', title }], event: { start: 'v' } },
        ],
      };
      const definition = [
        set('subject', [
          withPrefilter(choice('c', value, title), value),
          terms('o', [value]),
          range('n', 1, 2),
          choice(title, value),
        ]),
        set('visit', [], { alias, event: anyDate }),
        set('visit', [], { id: 'w', event: near('visit', 0, 1) }),
        set(value, [], { id: 'gone' }),
      ];
      const { criteriaSets, describe } = shown(definition, plain);
      const labels = criteriaSets.flatMap((view) => [
        view.label,
        view.eventRuleLabel ?? '',
        ...view.entries.filter(isFilter).flatMap((entry) => [entry.label, entry.abbreviatedLabel]),
      ]);
      for (const html of [describe, ...labels]) {
        expect(html.replaceAll(/<\/?(?:strong|em)>|<br>/g, '')).not.toMatch(/[<>]/);
        expect(html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      }
    }),
  );
});

it('as plain text it has the same lines, with every value unchanged and on the line of its filter', () => {
  const { describe: html } = shown([
    set('subject', [choice('sex', 'a & <b>', null), text('subject_id', ['x\n- y'])]),
  ]);
  expect(plainText(html)).toBe(
    'Subject criteria\n- Sex in "a & <b>", "[not specified]"\n- Subject id = "x - y"',
  );
});

it('the lines of a set are its heading and its conditions, so that no client has to split the words', () => {
  const { lines } = shown([
    set('subject', [choice('sex', 'F; where: x')]),
    set('diagnosis', [choice('severity', 'mild')]),
    { ...set('diagnosis', []), entryId: 'bare' },
  ]);
  expect(
    lines.map(({ heading, conditions }) => [plainText(heading), conditions.map((line) => plainText(line))]),
  ).toEqual([
    ['Subject criteria', ['Sex = "F; where: x"']],
    ['Subject has at least 1 Diagnosis where:', ['Severity = "mild"']],
    ['Subject has at least 1 Diagnosis', []],
  ]);
});
