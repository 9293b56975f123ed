import { Skeleton, Stack } from '@mantine/core';

export const DialogSkeleton = () => (
  <Stack aria-busy="true">
    <Skeleton height={36} width="60%" />
    <Skeleton height={58} />
    <Skeleton height={36} width={180} ml="auto" />
  </Stack>
);
