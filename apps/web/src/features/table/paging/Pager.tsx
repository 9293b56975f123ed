import type { Paginator } from '@atrium/contract/wire/paginator';
import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatCount } from '../../../lib/formatNumber.ts';
import { stripClass } from '../../../ui/pane/Pane.tsx';
import { pagerWords } from '../tableWords.ts';
import classes from './Pager.module.css';
import { type PageSize, pageSizes, parsePageSize } from './pageSizes.ts';

interface PagerProps {
  readonly paginator: Paginator;
  /** Of all pages. */
  readonly recordCount: number;
  readonly page: number;
  readonly size: PageSize;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: PageSize) => void;
}

/** Shows which rows are on the page, sets the size of a page, and leads to the other pages. */
export function Pager({ paginator, recordCount, page, size, onPage, onSize }: PagerProps) {
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const { firstIndex, lastIndex, lastPage } = paginator;
  const range = pagerWords.range(formatCount(firstIndex), formatCount(lastIndex), formatCount(recordCount));
  return (
    <nav className={`${stripClass} ${classes.pager}`} data-edge="top" aria-label={pagerWords.label}>
      <Text size="sm" className={classes.range}>
        {range}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" visibleFrom="xs" aria-hidden>
          {pagerWords.size}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={pagerWords.size}
          data={pageSizes.map(String)}
          value={String(size)}
          onChange={(event) => onSize(parsePageSize(Number(event.currentTarget.value)))}
        />
      </Group>
      <Pagination
        size="sm"
        total={Math.max(1, lastPage)}
        value={page}
        onChange={onPage}
        siblings={isSmall ? 0 : 1}
        boundaries={1}
        getItemProps={(item) => ({ 'aria-label': pagerWords.page(item) })}
      />
    </nav>
  );
}
