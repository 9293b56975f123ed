import { Container } from '@mantine/core';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

/** Stands where a screen will be while its code is fetched. */
export function ScreenLoading() {
  return (
    <Container size="lg" py="xl">
      <PageSkeleton />
    </Container>
  );
}
