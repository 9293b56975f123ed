import {
  type GroupChoice,
  maxComparedConcepts,
  type ReportOfComparison,
} from '@atrium/contract/endpoints/comparison';
import { MultiSelect, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { Inbox } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './Compare.module.css';
import { Curves } from './Curves.tsx';
import { type ComparisonAddress, parseGroup, writeGroup } from './comparisonAddress.ts';
import {
  type Band,
  optionsOptions,
  overlapsOptions,
  programOf,
  type Region,
  reportGroupsOptions,
  tableOptions,
} from './comparisonQueries.ts';
import { words } from './comparisonWords.ts';
import { chosenTimes, type PathwayAddress, type TimeAddress } from './keptComparison.ts';
import { Overlaps } from './Overlaps.tsx';
import { Pathway } from './Pathway.tsx';
import { RProgram } from './RProgram.tsx';
import { TableOne } from './TableOne.tsx';

interface CompareProps {
  readonly dataset: string;
  /** Of the active cohort; null for members without one, too. */
  readonly snapshotId: number | null;
  readonly address: ComparisonAddress;
  readonly onChange: (address: ComparisonAddress) => void;
  readonly times: TimeAddress;
  readonly onTimes: (times: TimeAddress) => void;
  /** The report whose cohort stands for the active one. */
  readonly base: BaseReport | null;
  /** What is said of the report, and how the comparison is saved. */
  readonly saved: ReactNode;
  readonly pathway: PathwayAddress;
  readonly onPathway: (pathway: PathwayAddress) => void;
  readonly onRegion: (region: Region | Band) => void;
  readonly isMaking: boolean;
}

export interface BaseReport extends ReportOfComparison {
  readonly name: string;
}

/** Groups of subjects side by side (chapter 17 of the rules). */
export function Compare(props: CompareProps) {
  const { dataset, snapshotId, address, onChange, times, onTimes, base, saved, onRegion, isMaking } = props;
  const report = base === null ? null : { reportId: base.reportId, version: base.version };
  const { groups, concepts } = address;
  const options = useQuery(optionsOptions(dataset));
  const hasGroups = groups.length > 1 || groups[0]?.kind === 'values';
  const isReady = hasGroups && concepts.length > 0;
  const table = useQuery({
    ...tableOptions({ dataset, snapshotId, groups, concepts, report }),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  if (options.isError)
    return (
      <FailedAlert says={describeError(options.error, words.failed)} onRetry={() => void options.refetch()} />
    );
  const offered = options.data?.concepts ?? [];
  const collections = [...new Set(offered.map(({ collection }) => collection))];
  return (
    <section className={classes.compare} aria-label={words.title}>
      <PageHeader title={words.title} description={words.explained} />
      {saved}
      <div className={classes.choices}>
        <GroupSelect
          dataset={dataset}
          snapshotId={snapshotId}
          base={base}
          groups={groups}
          onChange={(chosen) => onChange({ groups: chosen, concepts })}
        />
        <MultiSelect
          label={words.concepts}
          description={words.conceptsHint}
          data={collections.map((group) => ({
            group,
            items: offered
              .filter(({ collection }) => collection === group)
              .map(({ conceptId, title }) => ({ value: conceptId, label: title })),
          }))}
          value={[...concepts]}
          onChange={(chosen) => onChange({ groups, concepts: chosen })}
          maxValues={maxComparedConcepts}
          disabled={options.data === undefined}
          searchable
          clearable
        />
      </div>
      {!isReady ? (
        <div className={classes.nothing} role="status">
          <Inbox size={32} strokeWidth={1.5} aria-hidden />
          <Text maw="42ch">{words.choose}</Text>
        </div>
      ) : table.isError ? (
        <FailedAlert says={describeError(table.error, words.failed)} onRetry={() => void table.refetch()} />
      ) : table.data === undefined ? (
        <Stack gap="xs" aria-busy aria-label={words.loading} role="status">
          <Skeleton height={40} radius="md" />
          <Skeleton height={240} radius="md" />
        </Stack>
      ) : (
        <>
          <TableOne dataset={dataset} table={table.data} isStale={table.isPlaceholderData} />
          {options.data?.hasCohorts === true && (
            <RProgram
              {...{ dataset, name: 'comparison', label: words.program }}
              ask={() => programOf({ dataset, snapshotId, groups, concepts, report }, chosenTimes(times))}
            />
          )}
        </>
      )}
      {hasGroups && options.data?.hasCohorts === true && (
        <Overlaps
          of={{ dataset, snapshotId, groups, report }}
          onGroups={(chosen) => onChange({ groups: chosen, concepts })}
          {...{ onRegion, isMaking }}
        />
      )}
      {options.data?.hasCohorts === false && (
        <Text size="sm" c="dimmed" maw="75ch">
          {options.data.times === null ? words.notShown.curves : words.notShown.overlaps}
        </Text>
      )}
      {options.data?.times != null && (
        <Curves
          of={{ dataset, snapshotId, groups, report }}
          times={options.data.times}
          address={times}
          onChange={onTimes}
          isAggregate={!options.data.hasCohorts}
          isReady={hasGroups}
        />
      )}
      {options.data?.times != null && options.data.hasCohorts && (
        <Pathway
          of={{ dataset, snapshotId, groups, report }}
          activeTitle={base === null ? words.cohort : words.cohortOf(base.name)}
          times={options.data.times}
          address={props.pathway}
          onChange={props.onPathway}
          onBand={onRegion}
          isMaking={isMaking}
        />
      )}
    </section>
  );
}

interface GroupSelectProps {
  readonly dataset: string;
  readonly snapshotId: number | null;
  readonly base: BaseReport | null;
  readonly groups: readonly GroupChoice[];
  readonly onChange: (groups: readonly GroupChoice[]) => void;
}

/** The groups, by kind; members who see aggregates only choose one concept. */
function GroupSelect({ dataset, snapshotId, base, groups, onChange }: GroupSelectProps) {
  const options = useQuery(optionsOptions(dataset)).data;
  const hasCohorts = options?.hasCohorts ?? false;
  const reports = useQuery({ ...reportGroupsOptions(dataset), enabled: hasCohorts }).data;
  const groupings = options?.groupings ?? [];
  const added = groups.filter(({ kind }) => kind === 'combined' || kind === 'value');
  const named = useQuery({
    ...overlapsOptions({
      ...{ dataset, snapshotId, groups },
      report: base === null ? null : { reportId: base.reportId, version: base.version },
    }),
    enabled: hasCohorts && added.length > 0,
    meta: { part: 'the names of combined groups' },
  }).data;
  const titleOf = (text: string): string =>
    named?.groups.find(({ choice }) => writeGroup(choice) === text)?.title ?? words.combined;
  const nameOf = (id: number): string =>
    reports?.results.find((report) => report.id === id)?.name ?? words.report(id);
  const item = (choice: GroupChoice, label: string) => ({ value: writeGroup(choice), label });
  const ofCohorts = [
    {
      group: words.kinds.cohorts,
      items: [
        item({ kind: 'cohort' }, base === null ? words.cohort : words.cohortOf(base.name)),
        item({ kind: 'rest' }, words.rest),
        item({ kind: 'everyone' }, words.all),
      ],
    },
    { group: words.kinds.combined, items: added.map((choice) => item(choice, titleOf(writeGroup(choice)))) },
    {
      group: words.kinds.within,
      items: groupings.map(({ conceptId, title }) =>
        item({ kind: 'values', conceptId, of: 'cohort' }, words.within(title)),
      ),
    },
    {
      group: words.kinds.reports,
      items: [
        ...groups.flatMap((choice) =>
          choice.kind === 'report' && choice.version !== undefined
            ? [item(choice, words.reportVersion(nameOf(choice.reportId), choice.version))]
            : [],
        ),
        ...(reports?.results ?? []).map(({ id, name }) => item({ kind: 'report', reportId: id }, name)),
      ],
    },
  ];
  const ofEveryone = {
    group: words.kinds.everyone,
    items: groupings.map(({ conceptId, title }) =>
      item({ kind: 'values', conceptId, of: 'everyone' }, words.everyone(title)),
    ),
  };
  return (
    <MultiSelect
      label={words.groups}
      description={hasCohorts || options === undefined ? words.groupsHint : words.groupsAlone}
      data={[...(hasCohorts ? ofCohorts : []), ofEveryone].filter(({ items }) => items.length > 0)}
      value={groups.map(writeGroup)}
      onChange={(chosen) => onChange(chosen.flatMap((text) => parseGroup(text) ?? []))}
      maxValues={hasCohorts ? 6 : 1}
      disabled={options === undefined}
      searchable
      clearable
    />
  );
}
