import { Container, SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Shown in place of a screen while its code loads. */
export function ScreenLoading() {
  return (
    <Container size="lg" w="100%" py="xl">
      <PageSkeleton />
    </Container>
  );
}

/** The outline of a page. */
function PageSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      <Stack gap="xs">
        <Skeleton h={14} w={120} />
        <Skeleton h={32} w="min(24rem, 80%)" />
        <Skeleton h={16} w="min(36rem, 100%)" />
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Skeleton h={148} radius="lg" />
        <Skeleton h={148} radius="lg" />
        <Skeleton h={148} radius="lg" />
      </SimpleGrid>
    </Stack>
  );
}
