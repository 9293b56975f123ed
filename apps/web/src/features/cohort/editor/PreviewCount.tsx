import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNouns } from '../../../api/collections.ts';
import { nounOf } from '../../../api/nouns.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { countAfterOptions } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import classes from './EditorSession.module.css';

interface PreviewCountProps {
  readonly dataset: string;
  readonly preview: Preview | undefined;
  /** With what the cohort would have the count. */
  readonly condition: string;
}

/** The count that Apply would lead to, beside the button; it keeps its room while it is counted. */
export function PreviewCount({ dataset, preview, condition }: PreviewCountProps) {
  const { subject } = useNouns(dataset);
  return (
    <span className={classes.preview} role="status" data-testid="preview-count">
      {preview !== undefined && (
        <>
          <span>
            {preview.count === undefined ? (
              <Loader size={12} type="dots" role="img" aria-label={words.counting} />
            ) : (
              <>
                <strong>{formatCount(preview.count)}</strong> {nounOf(preview.count, subject)}
              </>
            )}
          </span>
          <span className={classes.condition}>{condition}</span>
        </>
      )}
    </span>
  );
}

const choosingPause = 300;

interface Previewed {
  readonly dataset: string;
  /** The cohort on the screen, which the edit would change. */
  readonly snapshotId: number | null;
  readonly transformation: CohortTransformation;
  /** Whether there is anything to count now. */
  readonly isDue: boolean;
}

/** The effect of an edit; the count is undefined while it is being counted. */
export interface Preview {
  readonly count: ShownCount | undefined;
}

/**
 * How many subjects the cohort would have after this edit, never with an earlier choice or in another cohort; nothing
 * where there is nothing to apply or the server cannot tell.
 */
export function usePreview(previewed: Previewed): Preview | undefined {
  const { dataset, snapshotId, transformation, isDue } = previewed;
  const text = JSON.stringify(transformation);
  const [pausedAt] = useDebouncedValue(text, choosingPause);
  const preview = useQuery({
    ...countAfterOptions(dataset, snapshotId, transformation),
    enabled: isDue && pausedAt === text,
  });
  return !isDue || preview.isError || preview.data === null ? undefined : { count: preview.data };
}
