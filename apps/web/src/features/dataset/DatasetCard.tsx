import type { DatasetSummary } from '@atrium/contract/wire/dataset';
import { Anchor, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/formatDay.ts';
import { ArrowRight, CalendarClock, Lock } from '../../ui/icons.ts';
import { accessEndOf } from './accessEnd.ts';
import classes from './DatasetCard.module.css';
import { words } from './datasetWords.ts';

interface DatasetCardProps {
  readonly dataset: DatasetSummary;
}

function Frame(props: DatasetCardProps & { title: ReactNode; foot: ReactNode; closed?: boolean }) {
  const { dataset, title, foot, closed = false } = props;
  return (
    <article className={classes.card} data-closed={closed || undefined}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" lineClamp={4}>
        {dataset.description ?? words.noDescription}
      </Text>
      <div className={classes.foot}>{foot}</div>
    </article>
  );
}

/** A dataset that the person may open. The whole card is a link. */
export function DatasetCard({ dataset }: DatasetCardProps) {
  const end = accessEndOf(dataset);
  return (
    <Frame
      dataset={dataset}
      title={
        <Link to="/dataset/$dataset" params={{ dataset: dataset.uniqueId }} className={classes.link}>
          {dataset.name}
        </Link>
      }
      foot={
        <Group gap="md" justify="space-between">
          <Group gap={6} className={classes.go} aria-hidden>
            Open <ArrowRight size={16} />
          </Group>
          {end !== null && (
            <Group gap={6} wrap="nowrap" fz="sm">
              <CalendarClock size={15} aria-hidden />
              {words.endsSoon(formatDay(end.day))}
            </Group>
          )}
        </Group>
      }
    />
  );
}

interface ClosedDatasetCardProps extends DatasetCardProps {
  /** The address for requests for access; if it is empty, people write to the contact of the dataset. */
  readonly accessRequests: string;
}

/** A dataset that is closed to the person, and how to ask for access. */
export function ClosedDatasetCard({ dataset, accessRequests }: ClosedDatasetCardProps) {
  const end = accessEndOf(dataset);
  return (
    <Frame
      dataset={dataset}
      closed
      title={
        <button type="button" disabled className={classes.shut}>
          {dataset.name}
        </button>
      }
      foot={
        <Group gap="md" justify="space-between">
          <Group gap={6} wrap="nowrap">
            <Lock size={15} aria-hidden />
            {end?.isOver === true ? words.ended(formatDay(end.day)) : words.closed}
          </Group>
          {accessRequests !== '' && (
            <Anchor href={accessRequests} size="sm" rel="noreferrer">
              {words.askForAccess}
            </Anchor>
          )}
          {accessRequests === '' && dataset.contactEmail !== '' && (
            <Anchor href={`mailto:${dataset.contactEmail}`} size="sm">
              {words.askForAccess}: {dataset.contactEmail}
            </Anchor>
          )}
        </Group>
      }
    />
  );
}
