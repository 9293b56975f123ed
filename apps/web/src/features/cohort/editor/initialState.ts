import { type CohortOptions, type ConceptDetail, parseDay, unreachable } from '@atrium/contract';
import type { DateMode, Draft, EditorState } from './editorState.ts';

type EditorKind = Draft['kind'];

/** Which editor a concept gets; null for a type that this client does not know. */
export function editorKind(conceptType: ConceptDetail['conceptType']): EditorKind | null {
  switch (conceptType) {
    case 'category':
    case 'boolean':
      return 'choice';
    case 'number':
      return 'range';
    case 'age':
      return 'age';
    case 'date':
    case 'date_deid':
      return 'date';
    case 'ontology':
      return 'ontology';
    case 'text':
      return 'text';
    case 'unknown':
      return null;
    default:
      return unreachable(conceptType);
  }
}

/** The editor as the server describes an existing filter, or a new one (contract 6.2). */
export function initialState(
  kind: EditorKind,
  options: CohortOptions,
  prefilterValue: string | null,
): EditorState {
  return {
    draft: initialDraft(kind, options),
    excludeSelected: options.excludeSelected ?? false,
    includeMissing: options.includeNullAndMissing === true || (options.selectedValues ?? []).includes(null),
    prefilterValue,
  };
}

/** A date opened at the tab that the address names. */
export const inMode = (state: EditorState, mode: DateMode | undefined): EditorState =>
  mode === undefined || state.draft.kind !== 'date' ? state : { ...state, draft: { ...state.draft, mode } };

function initialDraft(kind: EditorKind, options: CohortOptions): Draft {
  switch (kind) {
    case 'choice':
      return { kind, values: (options.selectedValues ?? []).filter((value) => value !== null) };
    case 'range':
      return { kind, min: shown(options.existingMin), max: shown(options.existingMax) };
    case 'age':
      return {
        kind,
        minYear: shown(options.existingMinYear),
        minDay: shown(options.existingMinDay),
        maxYear: shown(options.existingMaxYear),
        maxDay: shown(options.existingMaxDay),
      };
    case 'date':
      return {
        kind,
        mode: options.queryType ?? 'date_range',
        min: shownDay(options.existingMin),
        max: shownDay(options.existingMax),
        daysAgo: options.daysAgo ?? 1,
      };
    case 'ontology':
      return {
        kind,
        terms: Array.isArray(options.terms)
          ? options.terms.map(({ code, label }) => ({ kind: 'term', code, label }))
          : [],
        includeUnknown: options.includeOntologyUnknown ?? false,
      };
    case 'text':
      return { kind, values: typeof options.terms === 'string' ? lines(options.terms) : [] };
    default:
      return unreachable(kind);
  }
}

const shown = (value: string | number | null | undefined): string => String(value ?? '');

/** The server spells days `MM/DD/YYYY`; a date input wants `YYYY-MM-DD`. */
const shownDay = (value: string | number | null | undefined): string => parseDay(shown(value)) ?? '';

/** The lines of a pasted list, trimmed, without blank ones. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
