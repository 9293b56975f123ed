import { Container, Stack } from '@mantine/core';
import { Metrics } from '../../features/site/Metrics.tsx';
import { metricsWords as words } from '../../features/site/words.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The public figures of the installation. */
export function MetricsScreen() {
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader title={words.title} description={words.detail} />
        <Metrics />
      </Stack>
    </Container>
  );
}
