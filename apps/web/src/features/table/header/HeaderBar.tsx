import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../lib/formatNumber.ts';
import { useArrivalFocus } from '../../../ui/useArrivalFocus.ts';
import { words } from '../words.ts';
import { type BarAction, BarActions } from './BarActions.tsx';
import classes from './HeaderBar.module.css';

interface Counts {
  readonly recordCount: number;
  readonly subjectCount: number;
}

interface HeaderBarProps {
  /** Undefined while they load, null where there are none to tell. */
  readonly counts: Counts | null | undefined;
  readonly actions: readonly BarAction[];
  /** Further actions, for example saving the query. */
  readonly more?: ReactNode;
}

/** How much there is, and what can be done with the table as a whole. */
export function HeaderBar({ counts, actions, more }: HeaderBarProps) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <header className={classes.bar}>
      <div className={classes.titles}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {words.title}
        </Title>
        <CountLine counts={counts} />
      </div>
      <Group gap={4} wrap="nowrap">
        <BarActions actions={actions} />
        {more}
      </Group>
    </header>
  );
}

function CountLine({ counts }: Pick<HeaderBarProps, 'counts'>) {
  if (counts === null) return null;
  if (counts === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {words.loading}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" className="tabular" data-testid="table-counts">
      <strong className={classes.figure}>{formatQuantity(counts.recordCount, words.record)}</strong>
      {' of '}
      <strong className={classes.figure}>{formatQuantity(counts.subjectCount, words.subject)}</strong>
    </Text>
  );
}
