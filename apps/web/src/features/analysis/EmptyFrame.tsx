import type { AnalysisRole } from '@atrium/contract';
import { Button, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import classes from './Aggregate.module.css';
import { axisWords, words } from './words.ts';

/** A cross-tab without concepts: two places to put the first one. */
export function EmptyFrame({ onAdd }: { readonly onAdd: (role: AnalysisRole) => void }) {
  const add = (role: AnalysisRole) => (
    <Button variant="light" leftSection={<Plus size={16} aria-hidden />} onClick={() => onAdd(role)}>
      {axisWords.add[role]}
    </Button>
  );
  return (
    <div className={classes.empty}>
      <div className={classes.quadrants}>
        <div aria-hidden />
        <div className={classes.quadrant}>{add('cols')}</div>
        <div className={classes.quadrant}>{add('rows')}</div>
        <div className={classes.invitation}>
          <Text fw={650} size="lg">
            {words.start}
          </Text>
          <Text c="dimmed">{words.startDetail}</Text>
        </div>
      </div>
    </div>
  );
}
