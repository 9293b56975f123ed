import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AddFilter, Polarity } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { ConceptKind } from './kinds/kind.ts';

/** What the person has chosen so far; texts stay as typed until the server parses them. */
export interface EditorState<Draft> {
  readonly draft: Draft;
  readonly excludeSelected: boolean;
  readonly includeMissing: boolean;
  readonly prefilterValue: string | null;
}

export type EditorAction<Draft> =
  | { readonly kind: 'draftChanged'; readonly change: (draft: Draft) => Draft }
  /** The server holds this now; what was changed since `from` was sent stays. */
  | { readonly kind: 'saved'; readonly state: EditorState<Draft>; readonly from: EditorState<Draft> }
  | { readonly kind: 'reset'; readonly state: EditorState<Draft> }
  | { readonly kind: 'excluded'; readonly on: boolean }
  | { readonly kind: 'missingIncluded'; readonly on: boolean }
  | { readonly kind: 'prefilterChosen'; readonly value: string | null };

/** Moves the editor from one state to the next; pure. */
export function editorReducer<Draft>(
  state: EditorState<Draft>,
  action: EditorAction<Draft>,
): EditorState<Draft> {
  switch (action.kind) {
    case 'draftChanged':
      return { ...state, draft: action.change(state.draft) };
    case 'saved':
      return action.from === state ? action.state : state;
    case 'reset':
      return action.state;
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

/** The editor as the server describes an existing filter, or a new one (rule 3.22). */
export const initialState = <Draft>(
  kind: ConceptKind<Draft>,
  options: CohortOptions,
  prefilterValue: string | null,
): EditorState<Draft> => ({
  draft: kind.initial(options),
  excludeSelected: options.excludeSelected ?? false,
  includeMissing: options.includeNullAndMissing === true || (options.selectedValues ?? []).includes(null),
  prefilterValue,
});

interface Target {
  readonly conceptId: string;
  /** The filter being edited; undefined for a new one. */
  readonly entryId: string | undefined;
  /** The criteria set that a new filter joins; undefined where there is no choice. */
  readonly criteriaSet?: string | undefined;
  /** Which records of the collection are meant, where that is to be said. */
  readonly polarity?: Polarity | undefined;
}

/** The edit that the editor's state asks for (rule 3.12); pure. */
export const filterFromEditor = <Draft>(
  kind: ConceptKind<Draft>,
  state: EditorState<Draft>,
  target: Target,
): AddFilter => ({
  kind: 'add_entry',
  conceptId: target.conceptId,
  ...(target.entryId === undefined ? {} : { entryId: target.entryId }),
  ...(target.criteriaSet === undefined ? {} : { criteriaSet: target.criteriaSet }),
  ...(target.polarity === undefined ? {} : { polarity: target.polarity }),
  ...(state.prefilterValue === null ? {} : { prefilterValue: state.prefilterValue }),
  excludeSelected: kind.canExclude !== false && state.excludeSelected,
  ignoreWarnings: false,
  ...kind.toFilter(state.draft, state.includeMissing),
});
