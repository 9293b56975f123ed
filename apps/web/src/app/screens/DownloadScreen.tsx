import { Container, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { describeError } from '../../api/apiError.ts';
import { currentUserQuery } from '../../api/session.ts';
import { cohortOptions } from '../../features/cohort/cohortQueries.ts';
import { CohortCount } from '../../features/cohort/panel/CohortCount.tsx';
import { DownloadFiles } from '../../features/files/DownloadFiles.tsx';
import {
  changeAddress,
  type DownloadAddress,
  parseDownloadAddress,
  writeDownloadAddress,
} from '../../features/files/downloadAddress.ts';
import { words } from '../../features/files/filesWords.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { carriers } from '../carriers.ts';
import { site } from '../site.ts';
import { useIsHere } from '../useIsHere.ts';
import { ToFilters } from './BesideFilters.tsx';

const here = '/$dataset/download';

/** The files of the active cohort and the download queue. Which files are shown is part of the address. */
export function DownloadScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const isHere = useIsHere(here, dataset);
  const cohort = useQuery(cohortOptions(dataset));
  const { data: session } = useQuery(currentUserQuery);
  const second = site.secondSource;

  const onAddress = (change: Partial<DownloadAddress>, how: 'push' | 'replace' = 'push') => {
    if (!isHere()) return;
    void navigate({
      search: (held) => writeDownloadAddress(changeAddress(parseDownloadAddress(held, second?.tag), change)),
      replace: how === 'replace',
    });
  };
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      {cohort.data !== undefined ? (
        <DownloadFiles
          key={dataset}
          of={{ dataset, snapshotId: cohort.data.snapshotId }}
          accountId={session?.user?.id ?? 0}
          address={parseDownloadAddress(search, second?.tag)}
          onAddress={onAddress}
          secondSource={second}
          carriers={{ ...carriers, showLinks: (links) => onAddress({ links }) }}
          count={<CohortCount dataset={dataset} view={cohort.data} />}
          toQuery={<ToFilters dataset={dataset} />}
          actions={<Guides />}
        />
      ) : cohort.isError ? (
        <StateMessage
          kind="error"
          title="Concept failed to load"
          detail={describeError(cohort.error)}
          onRetry={() => void cohort.refetch()}
        />
      ) : (
        <Stack gap="lg" role="status" aria-label={words.loading}>
          <Skeleton height={60} />
          <Skeleton height={420} radius="lg" />
        </Stack>
      )}
    </Container>
  );
}

const Guides = () => (
  <>
    <LinkButton to="/aspera" variant="default">
      {words.guide}
    </LinkButton>
    <LinkButton to="/ssh" variant="default">
      {words.keys}
    </LinkButton>
  </>
);
