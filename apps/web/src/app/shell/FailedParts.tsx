import { Button } from '@mantine/core';
import { hashKey, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { describeError } from '../../api/apiError.ts';
import { datasetQuery } from '../../api/session.ts';
import { CircleAlert } from '../../ui/icons.ts';
import { useNamedDataset } from '../useScreenAccess.ts';
import classes from './FailedParts.module.css';

const hasFailed = (query: Query): boolean => query.state.status === 'error' && query.getObserversCount() > 0;

/** What of this page could not be loaded, where no part of the screen says so itself (rule 16.8). */
export function FailedParts() {
  const failed = useFailed();
  if (failed.length === 0) return null;
  const reasons = new Set(failed.map(({ state }) => describeError(state.error)));
  return (
    <div role="alert" className={classes.notice}>
      <CircleAlert size={16} aria-hidden />
      <span>
        This could not be loaded: {[...new Set(failed.map(({ meta }) => meta?.part))].join(', ')}.{' '}
        {[...reasons].join(' ')}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          for (const query of failed) void query.fetch().catch(() => undefined);
        }}
      >
        Try again
      </Button>
    </div>
  );
}

function useFailed(): readonly Query[] {
  const cache = useQueryClient().getQueryCache();
  const named = useNamedDataset();
  // The gate shows why the dataset of the address does not open.
  const [shown] = named === undefined ? [] : [hashKey(datasetQuery(named).queryKey)];
  const failedHashes = (): string =>
    cache
      .findAll({ predicate: (query) => query.meta?.part !== undefined && hasFailed(query) })
      .map(({ queryHash }) => queryHash)
      .filter((hash) => hash !== shown)
      .join('\n');
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  const hashes = useSyncExternalStore(subscribe, failedHashes);
  return hashes.split('\n').flatMap((hash) => cache.get(hash) ?? []);
}
