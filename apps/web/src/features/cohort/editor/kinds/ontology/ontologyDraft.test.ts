import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import {
  type ChosenTerm,
  initialTerms,
  type OntologyDraft,
  termsToFilter,
  toggleTerm,
  withPastedTerms,
  withSavedTerms,
} from './ontologyDraft.ts';

const draftOf = (terms: readonly ChosenTerm[]): OntologyDraft => ({
  kind: 'ontology',
  terms,
  includeUnknown: false,
});
const fallot = { kind: 'term', code: 'CL:1', label: 'Tetralogy of Fallot' } as const;

it('a new filter starts without terms', () => {
  expect(initialTerms({})).toEqual(draftOf([]));
});

it('posts terms by code and pasted words as they are', () => {
  const draft = draftOf([fallot, { kind: 'pasted', label: 'truncus' }]);
  expect(termsToFilter({ ...draft, includeUnknown: true }, false)).toEqual({
    includeNullAndMissing: false,
    includeOntologyUnknown: true,
    ontologySelection: [{ code: 'CL:1' }, 'truncus'],
  });
});

it('a pasted term that is chosen already, by code or label, is not added again', () => {
  expect(withPastedTerms(draftOf([fallot]), ['CL:1', 'Tetralogy of Fallot', 'Truncus'])).toMatchObject({
    terms: [{ kind: 'pasted', label: 'Truncus' }, fallot],
  });
});

it('once saved, pasted words become the terms the server understood', () => {
  const saved: FilterEntry = {
    kind: 'ontology',
    entryId: 'e1',
    conceptId: 'lesion',
    prefilterValue: null,
    excludeSelected: false,
    includeNullAndMissing: false,
    includeOntologyUnknown: false,
    terms: [{ code: 'CL:2', label: 'Truncus arteriosus' }],
  };
  expect(withSavedTerms(draftOf([{ kind: 'pasted', label: 'truncus' }]), saved)).toMatchObject({
    terms: [{ kind: 'term', code: 'CL:2', label: 'Truncus arteriosus' }],
  });
});

it('two terms with the same label are distinguished by their codes', () => {
  const sameLabel = { code: 'CL:9', label: 'Tetralogy of Fallot' };
  expect(toggleTerm([fallot], sameLabel)).toHaveLength(2);
  expect(toggleTerm([fallot], fallot)).toEqual([]);
});
