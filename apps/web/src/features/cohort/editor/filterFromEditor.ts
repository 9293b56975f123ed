import { type AddFilter, unreachable } from '@atrium/contract';
import type { DraftOf, EditorState } from './editorState.ts';

interface Target {
  readonly conceptId: string;
  /** The filter being edited; undefined for a new one. */
  readonly entryId: string | undefined;
  /** The criteria set that a new filter joins; undefined where there is no choice. */
  readonly criteriaSet?: string | undefined;
  readonly canExclude: boolean;
}

/** The edit that the editor's state asks for (contract 9.4, 9.5); pure. */
export function filterFromEditor(state: EditorState, target: Target): AddFilter {
  return {
    kind: 'add_entry',
    conceptId: target.conceptId,
    ...(target.entryId === undefined ? {} : { entryId: target.entryId }),
    ...(target.criteriaSet === undefined ? {} : { criteriaSet: target.criteriaSet }),
    ...(state.prefilterValue === null ? {} : { prefilterValue: state.prefilterValue }),
    excludeSelected: target.canExclude && state.excludeSelected,
    ignoreWarnings: false,
    ...valueFields(state),
  };
}

function valueFields(state: EditorState): Partial<AddFilter> {
  const { draft, includeMissing } = state;
  const missing = { includeNullAndMissing: includeMissing };
  switch (draft.kind) {
    // For values, "null or missing" is one more value: the empty text.
    case 'choice':
      return { selectedCategories: includeMissing ? [...draft.values, ''] : [...draft.values] };
    case 'range':
      return { ...missing, min: draft.min.trim(), max: draft.max.trim() };
    case 'age':
      return {
        ...missing,
        ageMinYear: draft.minYear,
        ageMinDay: draft.minDay,
        ageMaxYear: draft.maxYear,
        ageMaxDay: draft.maxDay,
      };
    case 'date':
      return { ...missing, ...dateFields(draft) };
    case 'ontology':
      return {
        ...missing,
        includeOntologyUnknown: draft.includeUnknown,
        ontologySelection: draft.terms.map((term) =>
          term.kind === 'term' ? { code: term.code } : term.label,
        ),
      };
    case 'text':
      return { ...missing, textSelection: draft.values.join('\n') };
    default:
      return unreachable(draft);
  }
}

function dateFields({ mode, min, max, daysAgo }: DraftOf<'date'>): Partial<AddFilter> {
  return mode === 'relative_to_today'
    ? { queryType: mode, daysAgo }
    : { queryType: mode, min: asDay(min, '01-01'), max: asDay(max, '12-31') };
}

const yearPattern = /^\d{4}$/;

/** A year means its first day as a lower bound and its last day as an upper one. */
const asDay = (text: string, monthAndDay: string): string =>
  yearPattern.test(text.trim()) ? `${text.trim()}-${monthAndDay}` : text.trim();
