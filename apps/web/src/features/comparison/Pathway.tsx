import { disarmed } from '@atrium/contract/documents/formulas';
import type {
  CombinableChoice,
  ComparisonOptions,
  ComparisonPathway,
  GroupChoice,
} from '@atrium/contract/endpoints/comparison';
import { maxExits, maxStages } from '@atrium/contract/wire/pathway';
import { MultiSelect, Select, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { Histogram } from '../../charts/Histogram.tsx';
import { StageFlow } from '../../charts/StageFlow.tsx';
import { formatCount } from '../../lib/formatNumber.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import classes from './Compare.module.css';
import { writeGroup } from './comparisonAddress.ts';
import { comparisonFigure } from './comparisonFigure.ts';
import { type Band, type GroupsOf, pathwayOptions, pathwayProgramOf } from './comparisonQueries.ts';
import { words as compareWords } from './comparisonWords.ts';
import { isCombinable, type PathwayAddress, pathwayIn } from './keptComparison.ts';
import { PathwayTable } from './PathwayTable.tsx';
import {
  nameOfTime,
  type PathwayNames,
  pathwayRows,
  pathwaySentence,
  stageSentence,
  pathwayWords as words,
} from './pathwayWords.ts';
import { RProgram } from './RProgram.tsx';
import { type ChosenPathway, readSteps, timeChoices, writeSteps } from './timeChoices.ts';

interface PathwayProps {
  readonly of: GroupsOf;
  /** What the active cohort is called, or that of the report that stands for it. */
  readonly activeTitle: string;
  readonly times: NonNullable<ComparisonOptions['times']>;
  readonly address: PathwayAddress;
  readonly onChange: (address: PathwayAddress) => void;
  readonly onBand: (band: Band) => void;
  /** Whether a cohort is being made the active one. */
  readonly isMaking: boolean;
}

/** Stages in order: who reached which, how long it took, who left and how (rules 17.30 to 17.34). */
export function Pathway({ of, activeTitle, times, address, onChange, onBand, isMaking }: PathwayProps) {
  const [stages, exits] = [readSteps(address.stages), readSteps(address.exits)];
  const chosen: ChosenPathway = pathwayIn(address);
  const { group } = chosen;
  const isReady = stages.length > 1;
  const found = useQuery({
    ...pathwayOptions(of, chosen),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const data = timeChoices(times);
  const change = (part: PathwayAddress): void => onChange({ ...address, ...part });
  return (
    <section className={classes.compare} aria-labelledby="pathway-title">
      <Title order={2} size="h3" id="pathway-title">
        {words.title}
      </Title>
      <div className={classes.choices}>
        <MultiSelect
          label={words.stages}
          description={words.stagesHint}
          data={data}
          value={[...stages]}
          onChange={(given) => change({ stages: writeSteps(given) })}
          maxValues={maxStages}
          searchable
          clearable
        />
        <MultiSelect
          label={words.exits}
          description={words.exitsHint}
          data={data}
          value={[...exits]}
          onChange={(given) => change({ exits: writeSteps(given) })}
          maxValues={maxExits}
          searchable
          clearable
        />
        <Select
          label={words.last}
          description={words.lastHint}
          data={data}
          value={address.last ?? null}
          onChange={(given) => change({ last: given ?? undefined })}
          searchable
          clearable
        />
        <Select
          label={words.group}
          description={words.groupHint}
          data={groupsIn(of.groups, { chosen: group, activeTitle })}
          value={writeGroup(group)}
          onChange={(given) => change({ of: given ?? undefined })}
          allowDeselect={false}
        />
      </div>
      {!isReady ? (
        <Text c="dimmed" role="status">
          {words.choose}
        </Text>
      ) : found.isError ? (
        <FailedAlert says={describeError(found.error, words.failed)} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton height={320} radius="md" aria-label={words.loading} role="status" />
      ) : (
        <Drawn
          dataset={of.dataset}
          found={found.data}
          names={{
            stages: chosen.stages.map((choice) => nameOfTime(choice, times)),
            exits: chosen.exits.map((choice) => nameOfTime(choice, times)),
          }}
          hasLast={chosen.last !== undefined}
          isStale={found.isPlaceholderData || isMaking}
          onBand={(band, name) =>
            onBand({
              ...{ ...chosen, ...band, name, report: of.report },
              snapshotId: found.data?.snapshotId ?? null,
            })
          }
        />
      )}
      {isReady && (
        <RProgram
          {...{ dataset: of.dataset, name: 'pathway', label: words.program }}
          ask={() => pathwayProgramOf(of, chosen)}
        />
      )}
    </section>
  );
}

interface DrawnProps {
  readonly dataset: string;
  readonly found: ComparisonPathway;
  readonly names: PathwayNames;
  readonly hasLast: boolean;
  readonly isStale: boolean;
  readonly onBand: Parameters<typeof PathwayTable>[0]['onBand'];
}

function Drawn({ dataset, found, names, hasLast, isStale, onBand }: DrawnProps) {
  const { group, stages, refusal } = found;
  const sentences = stages.map((stage, index) => stageSentence(stage, stages[index + 1], { names, index }));
  const method = `${hasLast ? '' : `${words.noLast} `}${words.method}`;
  return (
    <div className={classes.compare} aria-busy={isStale}>
      <Text maw="75ch">{pathwaySentence(found, names)}</Text>
      <StageFlow
        rows={rowsOf(found, names)}
        kinds={[words.kinds.next, ...names.exits.map(words.leftBy), words.kinds.waiting, words.kinds.unknown]}
        summary={words.summary}
        figure={comparisonFigure({
          ...{ dataset, groups: [group], title: words.title, name: 'pathway' },
          words: [pathwaySentence(found, names), ...sentences, method],
          rows: () => pathwayRows(found, names),
        })}
      />
      {refusal === null && <Text size="sm">{words.tableHint}</Text>}
      <PathwayTable {...{ found, names, isStale, onBand }} />
      {refusal !== null && <Text size="sm">{words.refused(refusal)}</Text>}
      <ul className={classes.sentences}>
        {sentences.map((sentence) => (
          <Text key={sentence} component="li" size="sm">
            {sentence}
          </Text>
        ))}
      </ul>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {stages.slice(1).map(({ wait }, index) => {
          const title = words.waits(names.stages[index] ?? '', names.stages[index + 1] ?? '');
          if (wait === null || wait.n === 0) return null;
          return (
            <div key={title}>
              <Title order={3} size="h5" mb="xs">
                {title}
              </Title>
              <Histogram
                isCompact
                bins={wait.bins.map(({ label, count }) => ({
                  label,
                  value: count,
                  shown: formatCount(count),
                }))}
                summary={title}
                headings={[words.daysOf(title), words.subjects]}
                disarm={disarmed}
                fileName="waiting_time"
                saved={{
                  dataset,
                  receipt: group.cohortReceipt,
                  words: [words.ofGroup(group.title, formatCount(group.count)), title, method],
                }}
              />
            </div>
          );
        })}
      </SimpleGrid>
      <Text size="sm" c="dimmed" maw="75ch">
        {method}
      </Text>
    </div>
  );
}

/** The group first, then each stage. */
function rowsOf({ group, notReached, stages }: ComparisonPathway, names: PathwayNames) {
  const last = names.exits.length + 2;
  const all = Number(group.count);
  const share = (count: number): string =>
    all === 0 ? formatCount(count) : `${formatCount(count)} (${Math.round((100 * count) / all)}%)`;
  return [
    {
      ...{ label: group.title, shown: formatCount(group.count) },
      parts: [
        { kind: 0, count: all - notReached },
        { kind: last, count: notReached },
      ],
    },
    ...stages.map((stage, index) => ({
      ...{ label: names.stages[index] ?? '', shown: share(stage.reached) },
      parts: [stage.next, ...stage.left, stage.waiting, stage.unknown].map((count, kind) => ({
        kind,
        count,
      })),
    })),
  ];
}

/** The active cohort, everyone, and what the comparison holds. */
function groupsIn(
  groups: readonly GroupChoice[],
  { chosen, activeTitle }: { readonly chosen: CombinableChoice; readonly activeTitle: string },
) {
  const known = new Map<string, string>([
    ['cohort', activeTitle],
    ['all', compareWords.all],
  ]);
  for (const choice of [...groups.filter(isCombinable), chosen]) {
    const text = writeGroup(choice);
    if (!known.has(text)) known.set(text, titleOf(choice));
  }
  return [...known].map(([value, label]) => ({ value, label }));
}

function titleOf(choice: CombinableChoice): string {
  if (choice.kind === 'value') return choice.value;
  return choice.kind === 'report' ? words.report(choice.reportId) : compareWords.combined;
}
