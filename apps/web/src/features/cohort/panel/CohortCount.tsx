import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Button, Loader, Space } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { DefinitionMoved } from '../../../api/definition/definition.ts';
import { useIsChanging } from '../../../api/definition/edits.ts';
import { nounOf } from '../../../api/nouns.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { CircleAlert } from '../../../ui/icons.ts';
import { ReferenceMark } from '../../../ui/ReferenceMark.tsx';
import { cohortKind, countOptions } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { messageOf } from '../LoadFailed.tsx';
import classes from './CohortCount.module.css';

interface CohortCountProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly onward?: ReactNode;
}

/** How many subjects the cohort on the screen has; never the number of another one. */
export function CohortCount({ dataset, view, onward }: CohortCountProps) {
  const count = useQuery(countOptions(dataset, view));
  const { subject } = useNouns(dataset);
  const isChanging = useIsChanging(cohortKind, dataset);
  const isFailed = count.isError && !(count.error instanceof DefinitionMoved) && !count.isFetching;
  const receipt = count.data?.receipt;
  return (
    <div className={classes.stay}>
      <div className={classes.block}>
        <div
          className={classes.count}
          role="status"
          aria-live="polite"
          aria-atomic
          data-testid="cohort-count"
        >
          {isFailed ? (
            <span className={classes.failure}>
              <CircleAlert size={22} aria-hidden />
              <span>
                <strong>{words.countFailed}</strong>
                <span className={classes.noun}>{messageOf(count.error)}</span>
              </span>
            </span>
          ) : count.data === undefined ? (
            <span className={classes.figure}>
              <Loader size="sm" role="img" aria-label={words.counting} />
            </span>
          ) : (
            <>
              <span className={classes.figure} data-changing={isChanging}>
                {formatCount(count.data.count)}
                {isChanging && <Loader size="xs" ml="xs" aria-hidden />}
              </span>
              <span className={classes.noun}>{nounOf(count.data.count, subject)} in your cohort</span>
              {count.data.count === 0 && <span className={classes.noun}>{nobodyWords(view)}</span>}
            </>
          )}
        </div>
        {isFailed && (
          <Button size="compact-sm" variant="default" onClick={() => void count.refetch()}>
            {words.tryAgain}
          </Button>
        )}
        {count.data === undefined && !isFailed && <Space h="1.5rem" />}
        {receipt !== undefined && !isFailed && (
          <ReferenceMark
            label={words.receipt}
            text={receipt}
            href={`/${dataset}/receipts/${receipt}`}
            copy={words.copyReceipt}
            copied={words.receiptCopied}
          />
        )}
        {onward}
      </div>
    </div>
  );
}

/** Says that nobody is in the cohort, and suggests what to change. */
function nobodyWords({ criteriaSets }: CohortView): string {
  if (criteriaSets.length === 0) return words.nobodyAtAll;
  const { widen, join, set } = words.wayOut;
  const most = Math.max(...criteriaSets.map(({ entries }) => entries.length));
  return `${words.nobody} ${most > 1 ? join : most === 1 ? widen : set}`;
}
