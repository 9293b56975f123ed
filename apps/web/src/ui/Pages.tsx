import { Group, Pagination, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatCount } from '../lib/formatNumber.ts';

interface PagesProps {
  /** The name of the pages: `Pages of reports`. */
  readonly label: string;
  /** How many rows there are on all pages. */
  readonly count: number;
  readonly pageSize: number;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Whether the range stands there where one page holds all rows, too: for lists that say their count nowhere else. */
  readonly isOnlyCount?: boolean;
}

/** Which rows of a list are shown, and the way to the others. */
export function Pages({ label, count, pageSize, page, onPage, isOnlyCount = false }: PagesProps) {
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const isOne = count <= pageSize;
  if (isOne && !isOnlyCount) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <Group component="nav" justify="space-between" gap="sm" aria-label={label}>
      <Text size="sm" className="tabular" role={isOnlyCount ? 'status' : undefined}>
        {formatCount(from)}–{formatCount(Math.min(count, page * pageSize))} of {formatCount(count)}
      </Text>
      {!isOne && (
        <Pagination
          size="sm"
          total={Math.ceil(count / pageSize)}
          value={page}
          onChange={onPage}
          siblings={isSmall ? 0 : 1}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}
