import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNouns } from '../../../api/collections.ts';
import { nounOf } from '../../../api/nouns.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { ArrowDown } from '../../../ui/icons.ts';
import { cohortOptions, countOptions } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import classes from './CohortCount.module.css';

interface CountStripProps {
  readonly dataset: string;
  readonly onShow: () => void;
}

/** The count where the panel lies below the screen: one line that stays, and the way to the filters. */
export function CountStrip({ dataset, onShow }: CountStripProps) {
  const cohort = useQuery(cohortOptions(dataset));
  return (
    <div className={classes.strip} data-testid="count-strip">
      <span>{cohort.data === undefined ? '…' : <Count dataset={dataset} view={cohort.data} />}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        rightSection={<ArrowDown size={14} aria-hidden />}
        onClick={onShow}
      >
        {words.showFilters}
      </Button>
    </div>
  );
}

function Count({ dataset, view }: { readonly dataset: string; readonly view: CohortView }) {
  const count = useQuery(countOptions(dataset, view));
  const { subject } = useNouns(dataset);
  if (count.data === undefined) return (count.isError && words.countFailed) || '…';
  return (
    <>
      <strong>{formatCount(count.data.count)}</strong> {nounOf(count.data.count, subject)}
    </>
  );
}
