import type { AddFilter } from '@atrium/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  type FieldErrors,
  fieldErrors,
  hasErrors,
  noErrors,
  type Refusal,
} from '../../../api/definition/fieldErrors.ts';
import { validateFilter } from '../queries.ts';
import type { TypedDraft } from './kinds/kind.ts';

/** What the server replied to a filter. */
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
  /** What the last try to save brought. */
  readonly outcome: Verdict | undefined;
  /** Whether there is something that was not applied yet. */
  readonly isDirty: boolean;
}

interface Shown<Draft> extends FieldErrors<keyof Draft & string> {
  readonly warnings: readonly string[];
  /** There is no need to ask the server: it would refuse this. */
  readonly blocks: boolean;
  /** The server would save it if it were told to in spite of its warnings. */
  readonly isRefusedByWarnings: boolean;
}

/** What is wrong with what is being edited: found here, told by the last try, or by the server without saving. */
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

/** What the server would reply to this filter; nothing is saved, and it is asked after a pause in typing (rules 3.9 and 11.11). */
function useServerCheck({ dataset, filter, isDue }: ServerCheck): Verdict | undefined {
  const text = JSON.stringify(filter);
  const [pausedAt] = useDebouncedValue(text, typingPause);
  const { data } = useQuery({
    queryKey: [dataset, 'filter check', text],
    queryFn: ({ signal }) => validateFilter(dataset, filter, signal),
    enabled: isDue && pausedAt === text,
    staleTime: 60_000,
    retry: false,
  });
  return data === undefined || !isDue
    ? undefined
    : { errors: data.transformationRefusals, warnings: data.transformationWarnings };
}
