import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/formatNumber.ts';
import { countAfterOptions } from '../queries.ts';
import { words } from '../words.ts';
import { deletion } from './deletion.ts';
import classes from './FilterRow.module.css';

/** The cohort on the screen, without whose filters it is counted. */
export interface Weighed {
  readonly dataset: string;
  readonly snapshotId: number | null;
}

/** How many the cohort would have without one filter; nothing where the server cannot tell. */
export function FilterEffect({ dataset, snapshotId, entryId }: Weighed & { readonly entryId: string }) {
  const trial = useQuery(countAfterOptions(dataset, snapshotId, deletion(entryId)));
  if (trial.isError || trial.data === null) return null;
  return (
    <span className={classes.effect}>
      {words.without(trial.data === undefined ? '…' : formatCount(trial.data))}
    </span>
  );
}
