import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { nounFor } from '../../panel/CohortCount.tsx';
import { collectionsOptions } from '../../queries.ts';
import { words } from '../../words.ts';
import classes from './TrialCount.module.css';
import type { Trial } from './useTrial.ts';

interface TrialCountProps {
  readonly dataset: string;
  readonly trial: Trial | undefined;
  readonly isEditing: boolean;
}

/** What Apply would come to, beside the button; the place stays while it is counted. */
export function TrialCount({ dataset, trial, isEditing }: TrialCountProps) {
  const collections = useQuery(collectionsOptions(dataset));
  return (
    <span className={classes.trial} role="status" data-testid="trial-count">
      {trial !== undefined && (
        <>
          <span>
            {trial.count === undefined ? (
              <Loader size={12} type="dots" role="img" aria-label={words.counting} />
            ) : (
              <>
                <strong>{formatCount(trial.count)}</strong> {nounFor(trial.count, collections.data)}
              </>
            )}
          </span>
          <span className={classes.condition}>{isEditing ? words.afterUpdate : words.afterApply}</span>
        </>
      )}
    </span>
  );
}
