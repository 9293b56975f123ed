import { disarmed } from '@atrium/contract/documents/formulas';
import type { FileFigures } from '@atrium/contract/wire/files';
import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNouns } from '../../api/collections.ts';
import type { Noun } from '../../api/nouns.ts';
import { ValueBars } from '../../charts/rows/ValueBars.tsx';
import { formatCount } from '../../lib/formatNumber.ts';
import classes from './Files.module.css';
import { figuresOptions, type OfCohort } from './filesQueries.ts';
import { words } from './filesWords.ts';

/**
 * The files of the cohort as small charts: subjects by experiment type, and trios of which all three members have
 * files.
 */
export function Figures({ of }: { readonly of: OfCohort }) {
  const figures = useQuery(figuresOptions(of));
  const { subject } = useNouns(of.dataset);
  if (figures.isError && !figures.isFetching) return null;
  if (figures.data !== undefined && figures.data.experimentTypes.length === 0) return null;
  return (
    <section className={`${classes.card} ${classes.stack}`} aria-labelledby="file-figures">
      <Stack gap={2}>
        <Title order={2} size="h3" id="file-figures">
          {words.figures}
        </Title>
        <Text size="sm" c="dimmed">
          {words.figuresDetail(subject)}
        </Text>
      </Stack>
      {figures.data === undefined ? (
        <Skeleton height={220} radius="md" role="status" aria-label={words.loading} />
      ) : (
        <Charts figures={figures.data} subject={subject} />
      )}
    </section>
  );
}

interface ChartsProps {
  readonly figures: FileFigures;
  readonly subject: Noun;
}

function Charts({ figures: { subjects, experimentTypes, trios }, subject }: ChartsProps) {
  const ofSubjects = experimentTypes.map(({ experimentType, available }) => ({
    label: experimentType,
    value: available,
    shown: formatCount(available),
  }));
  const ofTrios = (trios?.experimentTypes ?? []).map((one) => ({
    label: one.experimentType,
    value: one.trios,
    shown: formatCount(one.trios),
  }));
  return (
    <SimpleGrid cols={{ base: 1, sm: ofTrios.length === 0 ? 1 : 2 }} spacing="lg">
      <Stack gap="xs">
        <Title order={3} size="h5">
          {words.byExperiment(subject)}
        </Title>
        <ValueBars
          isCompact
          bars={ofSubjects}
          summary={words.byExperimentSummary(subjects, subject)}
          headings={[words.experiment, words.subjects(subject)]}
          disarm={disarmed}
          fileName="subjects_by_experiment"
        />
      </Stack>
      {trios !== null && ofTrios.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h5">
            {words.trios}
          </Title>
          <Text size="sm" c="dimmed">
            {words.enrolledTrios(trios.complete)}
          </Text>
          <ValueBars
            isCompact
            bars={ofTrios}
            summary={words.triosSummary(trios.complete)}
            headings={[words.experiment, words.trioCount]}
            disarm={disarmed}
            fileName="trios_by_experiment"
          />
        </Stack>
      )}
    </SimpleGrid>
  );
}
