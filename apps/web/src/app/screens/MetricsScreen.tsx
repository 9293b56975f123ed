import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { Container, Stack } from '@mantine/core';
import { Metrics } from '../../features/site/Metrics.tsx';
import { metricsWords as words } from '../../features/site/siteWords.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { site } from '../site.ts';

/** The public figures of the installation. */
export function MetricsScreen() {
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader title={words.title} />
        <Markdown text={site.texts.metricsIntro} isLink={isLinkAddress} />
        <Metrics />
      </Stack>
    </Container>
  );
}
