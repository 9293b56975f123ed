import { disarmed } from '@atrium/contract/documents/formulas';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { EventLanes } from '../../../charts/EventLanes.tsx';
import { DialogSkeleton } from '../criteriaSet/DialogSkeleton.tsx';
import { timelinesOptions } from '../insightQueries.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { momentWords, tickWords, yearsOf } from './moments.ts';
import { subjectWords as words } from './subjectWords.ts';

interface LanesProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly onSubject: (subject: string) => void;
}

/** The events of up to a hundred subjects of the cohort, a lane each (rule 17.20). */
export function Lanes({ dataset, view, onSubject }: LanesProps) {
  const { subject: noun } = useNouns(dataset);
  const [sortBy, setSortBy] = useState('');
  const timelines = useQuery(timelinesOptions({ dataset, snapshotId: view.snapshotId }, sortBy));
  if (timelines.isError) return <LoadFailed error={timelines.error} retry={() => void timelines.refetch()} />;
  if (timelines.data === undefined) return <DialogSkeleton />;
  const { count, unit, collections, subjects } = timelines.data;
  const lanes = subjects.map(({ subject, events }) => ({
    name: subject,
    events: events.flatMap(({ collectionId, start, end, label }) => {
      const from = yearsOf(start, unit);
      const kind = collections.findIndex((one) => one.collectionId === collectionId);
      const title = `${momentWords(start, unit)}: ${label}`;
      return from === null ? [] : [{ kind, from, to: yearsOf(end, unit), title, isChosen: true }];
    }),
  }));
  return (
    <>
      <Group justify="space-between" align="end">
        <Text>{count === 0 ? words.nobody : words.lanes(subjects.length, count, noun)}</Text>
        <NativeSelect
          label={words.sortBy}
          size="xs"
          value={sortBy}
          onChange={(event) => setSortBy(event.currentTarget.value)}
          data={[
            { value: '', label: words.byId },
            ...collections.map(({ collectionId, title }) => ({ value: collectionId, label: title })),
          ]}
        />
      </Group>
      {subjects.some(({ isCut }) => isCut) && (
        <Text size="sm" c="dimmed">
          {words.lanesCut(subjects.filter(({ isCut }) => isCut).map(({ subject }) => subject))}
        </Text>
      )}
      {lanes.length > 0 && (
        <EventLanes
          lanes={lanes}
          kinds={collections.map(({ title }) => title)}
          tickLabel={(at) => tickWords(at, unit)}
          summary={words.lanes(subjects.length, count, noun)}
          onLane={onSubject}
          figure={{ title: words.title(noun), name: 'lanes', dataset, disarm: disarmed }}
        />
      )}
    </>
  );
}
