import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { StateMessage } from '../../ui/StateMessage.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
  /** The text where it cannot be loaded. */
  readonly failed: string;
  /** Of the skeleton, in pixels. */
  readonly height?: number;
  readonly children: (data: Data) => ReactNode;
}

/**
 * The loaded data of a query of the account; until then a skeleton, or the reason why it failed and a button to try
 * again.
 */
export function Loaded<Data>({ query, failed, height = 120, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton h={height} radius="lg" />;
  return (
    <StateMessage kind="error" title={failed} detail={describeError(error)} onRetry={() => void refetch()} />
  );
}
