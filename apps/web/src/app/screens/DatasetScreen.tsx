import { Container, Paper, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useNouns } from '../../api/collections.ts';
import { datasetQuery } from '../../api/session.ts';
import { DatasetCards } from '../../features/dataset/DatasetCards.tsx';
import { DatasetHero } from '../../features/dataset/DatasetHero.tsx';
import { words } from '../../features/dataset/datasetWords.ts';
import { HomeCards } from '../../features/site/HomeCards.tsx';
import { Tour } from '../../features/tour/Tour.tsx';
import { stepsOfAggregates, stepsOfSubjects } from '../../features/tour/tourSteps.ts';
import { ChartColumn, FileStack, Search, Table2 } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { mayOpen } from '../mayOpen.ts';
import { site } from '../site.ts';
import { Overview } from './Overview.tsx';

const route = getRouteApi('/dataset/$dataset');

/** The home page of one dataset. */
export function DatasetScreen() {
  const params = route.useParams();
  const { data: dataset } = useSuspenseQuery(datasetQuery(params.dataset));
  const { subject } = useNouns(params.dataset);
  const showsSubjects = mayOpen('subjects', dataset);
  const overview = dataset.overviewConcepts ?? [];
  return (
    <Container size="lg" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        {mayOpen('aggregates', dataset) && (
          <Tour steps={showsSubjects ? stepsOfSubjects(subject) : stepsOfAggregates(subject)} />
        )}
        <DatasetHero
          dataset={dataset}
          actions={
            showsSubjects ? (
              <Entries dataset={params.dataset} />
            ) : (
              <Stack gap="md" align="start">
                <Text>{words.subjectsClosed(subject)}</Text>
                {mayOpen('aggregates', dataset) && <Aggregates dataset={params.dataset} />}
                {mayOpen('reports', dataset) && <Reports dataset={params.dataset} />}
              </Stack>
            )
          }
        />
        {showsSubjects && dataset.overviewConcepts !== undefined && (
          <Paper withBorder radius="lg">
            <Overview dataset={params.dataset} concepts={overview} />
          </Paper>
        )}
        {params.dataset === site.metricsDataset && <HomeCards />}
        <DatasetCards
          dataset={dataset}
          home={site.home}
          showsSubjects={showsSubjects}
          supportEmail={site.supportEmail}
        />
      </Stack>
    </Container>
  );
}

function Aggregates({ dataset }: { readonly dataset: string }) {
  const { subject } = useNouns(dataset);
  return (
    <LinkButton
      to="/$dataset/aggregate"
      params={{ dataset }}
      size="md"
      leftSection={<ChartColumn size={18} aria-hidden />}
    >
      {words.openAggregate(subject)}
    </LinkButton>
  );
}

function Reports({ dataset }: { readonly dataset: string }) {
  return (
    <LinkButton
      to="/$dataset/reports"
      params={{ dataset }}
      size="md"
      leftSection={<FileStack size={18} aria-hidden />}
    >
      {words.openReports}
    </LinkButton>
  );
}

function Entries({ dataset }: { readonly dataset: string }) {
  return (
    <>
      <LinkButton
        to="/$dataset/query"
        params={{ dataset }}
        size="md"
        leftSection={<Search size={18} aria-hidden />}
      >
        {words.buildCohort}
      </LinkButton>
      <LinkButton
        to="/$dataset/results"
        params={{ dataset }}
        size="md"
        variant="default"
        leftSection={<Table2 size={18} aria-hidden />}
      >
        {words.openResults}
      </LinkButton>
    </>
  );
}
