import type { AddFilter } from '@atrium/contract';
import type { EditorState } from './editorState.ts';
import { hasProblems, isBlank, type Problems, problemsFrom, problemsOf } from './problems.ts';
import { useServerCheck } from './useServerCheck.ts';
import type { Outcome } from './useSubmit.ts';

interface Checked {
  readonly dataset: string;
  readonly state: EditorState;
  readonly outcome: Outcome | undefined;
  /** Whether there is something that was not applied yet. */
  readonly isDirty: boolean;
  readonly toFilter: (state: EditorState) => AddFilter;
}

interface Shown extends Problems {
  readonly warnings: readonly string[];
  /** It makes no sense to ask the server to save this. */
  readonly blocks: boolean;
  /** The server would save it if it were told to in spite of its warnings. */
  readonly isRefusedByWarnings: boolean;
}

const isMeasured = (state: EditorState): boolean => ['range', 'age', 'date'].includes(state.draft.kind);

/** What is wrong with what is being edited: seen here, said by the last try, or found by asking without saving. */
export function useProblems({ dataset, state, outcome, isDirty, toFilter }: Checked): Shown {
  const plain = problemsOf(state.draft);
  const isPlainlyWrong = hasProblems(plain);
  const isDue =
    isDirty && outcome === undefined && isMeasured(state) && !isPlainlyWrong && !isBlank(state.draft);
  const checked = useServerCheck({ dataset, filter: toFilter(state), isDue });
  const said = outcome ?? checked ?? { errors: [], warnings: [] };
  const found = isPlainlyWrong ? plain : problemsFrom(said.errors, state.draft.kind);
  return {
    ...found,
    warnings: isPlainlyWrong ? [] : said.warnings,
    blocks: isPlainlyWrong,
    isRefusedByWarnings:
      outcome !== undefined && outcome.errors.length === 0 && outcome.warnings.length > 0 && isDirty,
  };
}
