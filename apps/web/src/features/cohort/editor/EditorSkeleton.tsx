import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

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

export const ValuesSkeleton = () => (
  <Stack gap="xs" aria-busy data-testid="values-loading">
    {[0, 1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={46} radius="md" />
    ))}
  </Stack>
);
