import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { words } from '../tableWords.ts';
import classes from './Grid.module.css';

const rows = Array.from({ length: 18 }, (_, index) => index);

/** Shown in place of a table whose columns are not known yet. */
export function PendingGrid() {
  return (
    <div className={classes.pending} aria-busy="true">
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      <Skeleton height={68} radius={0} />
      <Stack gap="lg" p="md">
        {rows.map((row) => (
          <Skeleton key={row} height={14} radius="xl" width={`${96 - (row % 4) * 5}%`} />
        ))}
      </Stack>
    </div>
  );
}
