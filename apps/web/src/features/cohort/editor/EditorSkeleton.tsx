import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { heights } from '../../../charts/frame.ts';

/** Title, switches and values of an editor that is loading. */
export function EditorSkeleton() {
  return (
    <Stack gap="lg" aria-busy data-testid="editor-loading">
      <VisuallyHidden component="h1">Loading…</VisuallyHidden>
      <Stack gap="sm">
        <Skeleton height={12} width={180} />
        <Skeleton height={30} width="45%" />
        <Skeleton height={14} width="70%" />
      </Stack>
      <Group gap="xl">
        <Skeleton height={18} width={260} />
        <Skeleton height={18} width={220} />
      </Group>
      <ValuesSkeleton />
    </Stack>
  );
}

/** What is loading: a list, a histogram with its bounds, or the same under tabs. */
export type SkeletonLook = 'list' | 'histogram' | 'tabs';

/** Stands where values will be, as high as they will be where that is known. */
export function ValuesSkeleton({ look = 'list' }: { readonly look?: SkeletonLook | undefined }) {
  const isMedium = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  if (look === 'list') {
    return (
      <Stack gap="xs" aria-busy data-testid="values-loading">
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={46} radius="md" />
        ))}
      </Stack>
    );
  }
  return (
    <Stack gap="lg" aria-busy data-testid="values-loading">
      {look === 'tabs' && <Skeleton height={38} mb={-4} />}
      <Group gap="md" wrap="nowrap">
        <Skeleton height={60} maw={208} />
        <Skeleton height={60} maw={208} />
      </Group>
      <Skeleton height={32} width="60%" radius="xl" />
      <Skeleton height={isMedium ? heights.medium : heights.small} radius="lg" />
    </Stack>
  );
}
