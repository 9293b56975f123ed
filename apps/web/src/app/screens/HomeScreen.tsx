import { Container, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeError } from '../../api/apiError.ts';
import { currentUserQuery, datasetsQuery } from '../../api/session.ts';
import { takeReturnAddress } from '../../features/access/session/sessionContext.ts';
import { DatasetChooser } from '../../features/dataset/DatasetChooser.tsx';
import { words } from '../../features/dataset/words.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { site } from '../site.ts';
import { Welcome } from './Welcome.tsx';

/** The home page: the datasets for a signed-in person, a welcome for anyone else. */
export function HomeScreen() {
  const { data } = useQuery(currentUserQuery);
  return data?.user ? <Datasets /> : <Anonymous />;
}

/** An inactive person who was signed out at a provider comes back here, and is sent on to the page that was open. */
function Anonymous() {
  const navigate = useNavigate();
  useEffect(() => {
    const returnTo = takeReturnAddress();
    if (returnTo !== null)
      void navigate({ to: '/login', search: { returnTo, ended: 'idle' }, replace: true });
  }, [navigate]);
  return <Welcome />;
}

function Datasets() {
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
