import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type Browsed, type CategoryId, levelOptions } from './queries.ts';
import type { Level } from './treeRows.ts';

type Loaded = Pick<Extract<Level, { kind: 'loaded' }>, 'categories' | 'concepts'>;

/** Loads the top of the tree and every open category; a level that nobody opened is not asked for. */
export function useLevels(browsed: Browsed, open: readonly number[]): (id: CategoryId) => Level {
  const ids: readonly CategoryId[] = ['top', ...open];
  const results = useQueries({ queries: ids.map((id) => levelOptions(browsed, id)) });
  return (id) => {
    const result = results[ids.indexOf(id)];
    return result === undefined ? { kind: 'loading' } : asLevel(result);
  };
}

function asLevel(result: UseQueryResult<Loaded>): Level {
  if (result.data !== undefined) {
    return { kind: 'loaded', categories: result.data.categories, concepts: result.data.concepts };
  }
  return result.isError
    ? {
        kind: 'failed',
        retry: () => {
          result.refetch();
        },
      }
    : { kind: 'loading' };
}
