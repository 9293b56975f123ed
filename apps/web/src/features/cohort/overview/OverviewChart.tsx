import { disarmed } from '@atrium/contract/documents/formulas';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
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
import { AddFailed } from '../find/AddFailed.tsx';
import { useAddFilter } from '../find/useAddFilter.ts';
import { boundsEdit, type ValueEdit, valueEdit } from '../find/valueEdit.ts';
import classes from './CohortOverview.module.css';
import { type Asked, type OverviewBars, overviewBars } from './overviewBars.ts';

interface OverviewChartProps {
  readonly dataset: string;
  readonly conceptId: string;
  /** The cohort drawn over everybody; null where it is everybody. */
  readonly cohort: Scope | null;
  /** The cohort that a click on a bar adds a filter to, once it is here. */
  readonly view: CohortView | undefined;
}

/** One concept of the overview, in a card that has its height from the start. */
export function OverviewChart({ dataset, conceptId, cohort, view }: OverviewChartProps) {
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
            {failed === undefined ? overviewWords.nothing : overviewWords.notShown}
          </Text>
          {failed && (
            <Button size="compact-xs" variant="default" onClick={() => void failed.refetch()}>
              {words.tryAgain}
            </Button>
          )}
        </Stack>
      ) : drawn === undefined || concept.data === undefined ? (
        <Skeleton className={classes.plot} radius="lg" />
      ) : (
        <Drawing
          dataset={dataset}
          concept={concept.data.concept}
          view={view}
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

interface DrawingProps extends Pick<OverviewChartProps, 'dataset' | 'view'> {
  readonly concept: ConceptDetail;
  readonly record: Noun;
  readonly drawn: OverviewBars;
  readonly fileName: string;
  readonly part: CohortPart;
  readonly totals: Totals | undefined;
}

/** The chart; a click on a bar makes it a filter. */
function Drawing({ dataset, concept, view, record, drawn, fileName, part, totals }: DrawingProps) {
  const { kind, bars, asked } = drawn;
  const { add, errors } = useAddFilter(dataset, { snapshotId: view?.snapshotId ?? null });
  const edits = view === undefined ? [] : asked.map((one) => one && editOf(one, concept, view));
  const toggle = (index: number) => {
    const made = edits[index] ?? null;
    if (made !== null && made.kind !== 'held') add(made.edit, `${concept.name}: ${bars[index]?.label ?? ''}`);
  };
  const chart = {
    summary: barsSummary(concept.name, bars, { what: kind, record }),
    headings: [concept.name, capital(record.many)],
    populations: populationsOf(part),
    totals,
    disarm: disarmed,
    fileName,
    isCompact: true,
    choice: edits.every((made) => made === null)
      ? undefined
      : {
          label: overviewWords.bars(concept.name),
          isChosen: (index: number) => edits[index]?.kind === 'held',
          onToggle: toggle,
        },
  } as const;
  return (
    <>
      {kind === 'bins' ? <Histogram {...chart} bins={bars} /> : <ValueBars {...chart} bars={bars} />}
      <AddFailed errors={errors} />
    </>
  );
}

const editOf = (asked: Asked, concept: ConceptDetail, view: CohortView): ValueEdit | null =>
  asked.kind === 'bounds'
    ? boundsEdit(concept, asked.bounds, view)
    : valueEdit({ concept, polarityConcept: concept.polarityConcept, text: asked.text }, view);
