import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { describe, expect, it } from 'vitest';
import { add, createEditor } from '../../testing/editing.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { ask } from '../../testing/testEngine.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { findKnownValues, valuesToLookUp } from './knownValues.ts';

const open = await openRelease({
  ...workedExample,
  ontologies: (workedExample.ontologies ?? []).map((ontology) => ({
    ...ontology,
    terms: [
      ...ontology.terms,
      { code: 'RARE', label: 'Rare: very', parents: ['CHD'] },
      { code: 'VSD2', label: 'Ventricular septal defect', parents: ['TOF'] },
    ],
  })),
});

async function edited(form: AddFilter) {
  const { release, run } = open;
  const question = valuesToLookUp(form, release.lookup);
  if (question === null) return createEditor(release.lookup)([], form);
  const known = await findKnownValues(question, release, { run, ask: (occurring) => ask(open, occurring) });
  return createEditor(release.lookup)([], form, { known });
}
const termsOf = (outcome: Awaited<ReturnType<typeof edited>>): unknown =>
  outcome.kind === 'changed' ? outcome.definition[0]?.entries[0] : outcome;

describe('pasted text', () => {
  const text = (textSelection: string, ignoreWarnings = false) =>
    edited(add('subject_id', { textSelection, ignoreWarnings }));

  it('is split into lines, trimmed, without blanks and repeats', async () => {
    expect(termsOf(await text(' S2 \r\n\n S1\nS2\n/^S/'))).toMatchObject({ terms: ['S2', 'S1', '/^S/'] });
  });
  it('warns of each value that the data do not hold, in words that a client cuts apart', async () => {
    const outcome = await text('S1\nnot found\ns2');
    expect(outcome).toEqual({
      kind: 'refused',
      errors: [],
      warnings: ['Entry not found not found', 'Entry s2 not found'],
      warningEntries: ['not found', 's2'],
    });
  });
  it('keeps unknown values where warnings are ignored', async () => {
    expect(termsOf(await text('S1\nS99', true))).toMatchObject({ terms: ['S1', 'S99'] });
  });
  it.each(['/[/', '/(?=x)x/', '/a{2000}/', '/\\1/', '/[]/', '/(/'])('%s is no expression', async (term) => {
    expect((await text(term)).kind).toBe('refused');
  });
  it('a filter without any choice is refused, but null alone is allowed', async () => {
    expect(await text(' \n ')).toMatchObject({ errors: ['Terms: enter at least one value of Subject id.'] });
    expect((await edited(add('subject_id', { includeNullAndMissing: true }))).kind).toBe('changed');
  });
  it('twenty-five thousand values stay fast', async () => {
    const many = Array.from({ length: 25_000 }, (_, index) => `X${index}`).join('\n');
    const outcome = await text(`${many}\nS1`);
    expect(outcome).toMatchObject({ warnings: { length: 25_000 } });
  });
});

describe('pasted terms', () => {
  const terms = (ontologySelection: AddFilter['ontologySelection'], more: Partial<AddFilter> = {}) =>
    edited(add('code', { ontologySelection, ...more }));
  const codes = async (...given: Parameters<typeof terms>) => {
    const entry = termsOf(await terms(...given));
    return typeof entry === 'object' && entry !== null && 'terms' in entry ? entry.terms : entry;
  };

  it('are codes, labels in any case, merged codes, or a known code before its label', async () => {
    const vsd = { code: 'VSD', label: 'Ventricular septal defect' };
    const asd = { code: 'ASD', label: 'Atrial septal defect' };
    expect(await codes('VSD')).toEqual([vsd]);
    expect(await codes(['ventricular SEPTAL defect'])).toEqual([vsd]);
    expect(await codes([{ code: 'ASD_OLD' }])).toEqual([asd]);
    expect(await codes(['ASD: some label', 'VSD', null])).toEqual([asd, vsd]);
  });
  it('a term whose descendants occur is in the data', async () => {
    expect(await codes('SHUNT')).toEqual([{ code: 'SHUNT', label: 'Shunt lesion' }]);
  });
  it('warns of terms outside the ontology or the data', async () => {
    expect(await terms('VSD\nnonsense\nRare: very\nXX9')).toMatchObject({
      warnings: ['Entry nonsense not found', 'Entry Rare: very not found in dataset', 'Entry XX9 not found'],
      warningEntries: ['nonsense', 'Rare: very', 'XX9'],
    });
  });
  it('drops them where warnings are ignored, and refuses when nothing is left', async () => {
    expect(await codes('VSD\nnonsense', { ignoreWarnings: true })).toHaveLength(1);
    expect(await terms('nonsense', { ignoreWarnings: true })).toMatchObject({
      errors: ['Terms: choose at least one term of Code.'],
    });
  });
  it('unknown or null alone are questions', async () => {
    expect((await terms([], { includeOntologyUnknown: true })).kind).toBe('changed');
    expect((await terms([], { includeNullAndMissing: true })).kind).toBe('changed');
    expect((await terms([])).kind).toBe('refused');
  });
});
