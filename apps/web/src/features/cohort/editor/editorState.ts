import { type OntologyTermRef, unreachable } from '@atrium/contract';

/** A chosen ontology term: known by its code, or a pasted label or code that the server recognised. */
export type ChosenTerm =
  | ({ readonly kind: 'term' } & Readonly<OntologyTermRef>)
  | { readonly kind: 'pasted'; readonly label: string };

export type DateMode = 'date_range' | 'relative_to_today';

/** What the person has chosen so far; texts stay as typed until the server reads them. */
export type Draft =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly min: string; readonly max: string }
  | {
      readonly kind: 'age';
      readonly minYear: string;
      readonly minDay: string;
      readonly maxYear: string;
      readonly maxDay: string;
    }
  | {
      readonly kind: 'date';
      readonly mode: DateMode;
      readonly min: string;
      readonly max: string;
      readonly daysAgo: number;
    }
  | { readonly kind: 'ontology'; readonly terms: readonly ChosenTerm[]; readonly includeUnknown: boolean }
  | { readonly kind: 'text'; readonly values: readonly string[] };

export type DraftOf<K extends Draft['kind']> = Extract<Draft, { kind: K }>;

export interface EditorState {
  readonly draft: Draft;
  readonly excludeSelected: boolean;
  readonly includeMissing: boolean;
  readonly prefilterValue: string | null;
}

export type EditorAction =
  | { readonly kind: 'draftChanged'; readonly draft: Draft }
  | { readonly kind: 'valuesAdded'; readonly values: readonly string[] }
  /** The server holds this now; what was changed since `from` was sent stays. */
  | { readonly kind: 'settled'; readonly state: EditorState; readonly from?: EditorState }
  | { readonly kind: 'excluded'; readonly on: boolean }
  | { readonly kind: 'missingIncluded'; readonly on: boolean }
  | { readonly kind: 'prefilterChosen'; readonly value: string | null };

/** Moves the editor from one state to the next; pure. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.kind) {
    case 'draftChanged':
      return { ...state, draft: action.draft };
    case 'valuesAdded':
      return { ...state, draft: addValues(state.draft, action.values) };
    case 'settled':
      return action.from === undefined || action.from === state ? action.state : state;
    case 'excluded':
      return { ...state, excludeSelected: action.on };
    case 'missingIncluded':
      return { ...state, includeMissing: action.on };
    case 'prefilterChosen':
      return { ...state, prefilterValue: action.value };
    default:
      return unreachable(action);
  }
}

/** Pasted values go to the top of the selection, each once. */
function addValues(draft: Draft, pasted: readonly string[]): Draft {
  if (draft.kind === 'text') {
    return { ...draft, values: [...new Set([...pasted, ...draft.values])] };
  }
  if (draft.kind !== 'ontology') return draft;
  const known = new Set(draft.terms.flatMap((term) => [term.label, termKey(term)]));
  const added = [...new Set(pasted)]
    .filter((label) => !known.has(label))
    .map((label) => ({ kind: 'pasted', label }) as const);
  return { ...draft, terms: [...added, ...draft.terms] };
}

/** Once saved, the server has read pasted words: the selection becomes the terms it understood. */
export function withTerms(state: EditorState, terms: readonly OntologyTermRef[]): EditorState {
  if (state.draft.kind !== 'ontology') return state;
  const named = terms.map(({ code, label }) => ({ kind: 'term', code, label }) as const);
  return { ...state, draft: { ...state.draft, terms: named } };
}

/** What tells two chosen terms apart; labels may be equal, codes are not. */
export const termKey = (term: ChosenTerm): string => (term.kind === 'term' ? term.code : term.label);

/** Adds what is not there and removes what is. */
export const toggleIn = <T>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((held) => held !== value) : [...values, value];

/** Chooses a term, or drops it when it is chosen already. */
export function toggleTerm(terms: readonly ChosenTerm[], term: OntologyTermRef): readonly ChosenTerm[] {
  const kept = terms.filter((held) => termKey(held) !== term.code);
  return kept.length < terms.length ? kept : [...terms, { kind: 'term', code: term.code, label: term.label }];
}
