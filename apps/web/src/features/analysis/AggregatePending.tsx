import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './Aggregate.module.css';
import { words } from './words.ts';

const bones = [92, 78, 85, 64, 88, 71, 80, 58];

/** The place of the figures while they are counted for the first time. */
export const AggregatePending = () => (
  <div className={classes.pending} aria-busy="true">
    <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
    {bones.map((width) => (
      <Skeleton key={width} height={18} width={`${width}%`} mb={12} radius="sm" />
    ))}
  </div>
);
