import { disarmed } from '@atrium/contract/documents/formulas';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNouns } from '../../../api/collections.ts';
import { capital, type Noun } from '../../../api/nouns.ts';
import type { Totals } from '../../../charts/bar.ts';
import { Histogram } from '../../../charts/Histogram.tsx';
import { ValueBars } from '../../../charts/rows/ValueBars.tsx';
import { overviewWords, words } from '../cohortWords.ts';
import { editorOptions, type Scope, statisticsOptions } from '../editor/conceptQueries.ts';
import {
  arrived,
  barsSummary,
  type CohortPart,
  populationsOf,
  totalsOf,
} from '../editor/values/cohortPart.ts';
import { useCohortPart } from '../editor/values/StatisticsGate.tsx';
import classes from './CohortOverview.module.css';
import { overviewBars } from './overviewBars.ts';

interface OverviewChartProps {
  readonly dataset: string;
  readonly conceptId: string;
  /** The cohort drawn over everybody; null where it is everybody. */
  readonly cohort: Scope | null;
}

/** One concept of the overview, in a card that has its height from the start. */
export function OverviewChart({ dataset, conceptId, cohort }: OverviewChartProps) {
  const request = { dataset, conceptId, scope: { kind: 'all' }, prefilterValue: null } as const;
  const concept = useQuery(editorOptions({ dataset, conceptId, entryId: undefined, stored: undefined }));
  const everybody = useQuery(statisticsOptions(request));
  const part = useCohortPart(request, cohort);
  const name = concept.data?.concept.name ?? '';
  const { record } = useNouns(dataset).of(concept.data?.concept.collectionId);
  const failed = [concept, everybody].find(({ isError }) => isError);
  const drawn = everybody.data && overviewBars(everybody.data, arrived(part));
  return (
    <li className={classes.card}>
      {name !== '' && <h3 className={classes.name}>{name}</h3>}
      {concept.isPending && <Skeleton className={classes.name}>{'\u00a0'}</Skeleton>}
      {failed !== undefined || drawn === null ? (
        <Stack className={classes.plot} gap="xs" align="start" role="status">
          <Text size="sm" c="dimmed">
            {overviewWords.notShown}
          </Text>
          {failed && (
            <Button size="compact-xs" variant="default" onClick={() => void failed.refetch()}>
              {words.tryAgain}
            </Button>
          )}
        </Stack>
      ) : drawn === undefined || name === '' ? (
        <Skeleton className={classes.plot} radius="lg" />
      ) : (
        <Drawing
          name={name}
          record={record}
          drawn={drawn}
          fileName={`overview_${conceptId}`}
          part={part}
          totals={everybody.data && totalsOf(everybody.data, part)}
        />
      )}
    </li>
  );
}

interface DrawingProps {
  readonly name: string;
  readonly record: Noun;
  readonly drawn: NonNullable<ReturnType<typeof overviewBars>>;
  readonly fileName: string;
  readonly part: CohortPart;
  readonly totals: Totals | undefined;
}

function Drawing({ name, record, drawn: { kind, bars }, fileName, part, totals }: DrawingProps) {
  const chart = {
    summary: barsSummary(name, bars, { what: kind, record }),
    headings: [name, capital(record.many)],
    populations: populationsOf(part),
    totals,
    disarm: disarmed,
    fileName,
    isCompact: true,
  } as const;
  return kind === 'bins' ? <Histogram {...chart} bins={bars} /> : <ValueBars {...chart} bars={bars} />;
}
