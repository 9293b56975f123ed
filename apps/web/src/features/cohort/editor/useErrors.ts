import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  type FieldErrors,
  fieldErrors,
  hasErrors,
  noErrors,
  type Refusal,
} from '../../../api/definition/fieldErrors.ts';
import { validateFilter } from '../cohortQueries.ts';
import type { TypedDraft } from './kinds/kind.ts';

/** The reply of the server to a filter. */
export interface Verdict {
  readonly errors: readonly Refusal[];
  readonly warnings: readonly string[];
}

interface Checked<Draft> {
  readonly dataset: string;
  /** Present where values are typed, so that they can be wrong. */
  readonly typed: TypedDraft<Draft> | undefined;
  readonly draft: Draft;
  readonly filter: AddFilter;
  /** The result of the last attempt to save. */
  readonly outcome: Verdict | undefined;
  /** Whether there is something that was not applied yet. */
  readonly isDirty: boolean;
}

export interface Shown<Draft> extends FieldErrors<keyof Draft & string> {
  readonly warnings: readonly string[];
  /** The server need not be asked, since it would refuse this. */
  readonly blocks: boolean;
  /** The server would save it if the edit asked it to ignore warnings. */
  readonly isRefusedByWarnings: boolean;
}

/**
 * The errors of the filter in the editor: found here, by the last attempt to save, or by the server's check without
 * saving.
 */
export function useErrors<Draft>(checked: Checked<Draft>): Shown<Draft> {
  const { dataset, typed, draft, filter, outcome, isDirty } = checked;
  const own: FieldErrors<keyof Draft & string> = typed?.errorsOf(draft) ?? noErrors;
  const blocks = hasErrors(own);
  const isDue = typed !== undefined && isDirty && outcome === undefined && !blocks && !typed.isBlank(draft);
  const validated = useServerCheck({ dataset, filter, isDue });
  const { errors, warnings } = outcome ?? validated ?? { errors: [], warnings: [] };
  return {
    ...(blocks ? own : fieldErrors(errors, typed?.fieldNames ?? {})),
    warnings: blocks ? [] : warnings,
    blocks,
    isRefusedByWarnings:
      outcome !== undefined && outcome.errors.length === 0 && outcome.warnings.length > 0 && isDirty,
  };
}

const typingPause = 500;

interface ServerCheck {
  readonly dataset: string;
  readonly filter: AddFilter;
  /** Whether there is anything to check now. */
  readonly isDue: boolean;
}

/** The server's check of this filter after a pause in typing; nothing is saved (rules 3.9 and 11.11). */
function useServerCheck({ dataset, filter, isDue }: ServerCheck): Verdict | undefined {
  const text = JSON.stringify(filter);
  const [pausedAt] = useDebouncedValue(text, typingPause);
  const { data } = useQuery({
    queryKey: [dataset, 'filter check', text],
    queryFn: ({ signal }) => validateFilter(dataset, filter, signal),
    enabled: isDue && pausedAt === text,
    staleTime: 60_000,
    retry: false,
    meta: { part: 'the check of this filter' },
  });
  return data === undefined || !isDue
    ? undefined
    : { errors: data.transformationRefusals, warnings: data.transformationWarnings };
}
