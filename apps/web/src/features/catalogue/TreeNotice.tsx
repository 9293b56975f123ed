import { Button, Skeleton, Text } from '@mantine/core';
import { FolderOpen, TriangleAlert } from 'lucide-react';
import classes from './ConceptTree.module.css';
import type { Item, TreeRow } from './treeRows.ts';
import { words } from './words.ts';

type Notice = Exclude<TreeRow, Item>;
const widths = [72, 54, 80, 62, 48, 76, 58, 66, 44, 70, 52, 60];

/** What stands where items would: a level that is loading, empty or failed. */
export function TreeNotice({ row }: { readonly row: Notice }) {
  const isTop = row.parentKey === null;
  const style = { paddingInlineStart: `${0.5 + (row.depth - 1) * 1.125}rem` };
  switch (row.kind) {
    case 'loading':
      return (
        <div role="presentation" className={classes.loading} style={style} data-testid="tree-loading">
          {widths.slice(0, isTop ? 12 : 2).map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} radius="sm" />
          ))}
        </div>
      );
    case 'empty':
      return isTop ? (
        <div role="presentation" className={classes.notice}>
          <FolderOpen size={28} strokeWidth={1.5} aria-hidden />
          <Text size="sm">{words.emptyTree}</Text>
        </div>
      ) : (
        <Text size="sm" c="dimmed" py={4} style={style}>
          {words.emptyCategory}
        </Text>
      );
    case 'failed':
      return (
        <div role="alert" className={classes.notice}>
          <TriangleAlert size={isTop ? 28 : 18} strokeWidth={1.5} aria-hidden className={classes.failure} />
          <Text size="sm">{words.failed}</Text>
          <Button size="xs" variant="default" onClick={row.retry}>
            {words.tryAgain}
          </Button>
        </div>
      );
  }
}
