import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { StateMessage } from '../../../ui/StateMessage.tsx';

interface ItemPageProps<Item> {
  readonly found: {
    readonly data: Item | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** The sentence where it cannot be loaded. */
  readonly failed: string;
  /** The link back to the list. */
  readonly back: ReactNode;
  /** The heights of the parts that are to come, in pixels. */
  readonly skeletonHeights: readonly number[];
  readonly children: (item: Item) => ReactNode;
}

/** The page of one item of a staff room: its outline while it loads, and a word where that fails. */
export function ItemPage<Item>({ found, failed, back, skeletonHeights, children }: ItemPageProps<Item>) {
  if (found.data !== undefined) return children(found.data);
  if (found.error !== null)
    return (
      <StateMessage
        kind="error"
        heading
        title={failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
        action={back}
      />
    );
  return (
    <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading…">
      {skeletonHeights.map((height) => (
        <Skeleton key={height} h={height} />
      ))}
    </Stack>
  );
}
