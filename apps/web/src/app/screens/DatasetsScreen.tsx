import { Container, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { datasetsQuery } from '../../api/session.ts';
import { DatasetChooser } from '../../features/dataset/DatasetChooser.tsx';
import { words } from '../../features/dataset/datasetWords.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { site } from '../site.ts';

/** The datasets that the person may choose from. */
export function DatasetsScreen() {
  const { data, error, refetch } = useQuery(datasetsQuery);
  return (
    <Container size="md" w="100%" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <PageHeader title={words.chooserTitle} description={words.chooserDetail} />
        {data && <DatasetChooser datasets={data} accessRequests={site.accessRequests} />}
        {error && (
          <StateMessage
            kind="error"
            title={words.datasetsFailed}
            detail={describeError(error)}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && (
          <SimpleGrid cols={{ base: 1, sm: 2 }} aria-busy="true">
            <Skeleton h={168} radius="lg" />
            <Skeleton h={168} radius="lg" />
          </SimpleGrid>
        )}
      </Stack>
    </Container>
  );
}
