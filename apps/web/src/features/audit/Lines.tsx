import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { ScrollText } from '../../ui/icons.ts';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { linesQuery, type Whose } from './auditQueries.ts';
import { words } from './auditWords.ts';
import { LineFilters } from './LineFilters.tsx';
import { LineList } from './LineList.tsx';
import type { LineFilter } from './lineFilter.ts';

export interface LinesProps {
  readonly whose: Whose;
  readonly filter: LineFilter;
  readonly onFilter: (change: LineFilter) => void;
}

/** Lines of the audit with their filters, a page at a time. */
export function Lines({ whose, filter, onFilter }: LinesProps) {
  return (
    <Stack gap="lg">
      <LineFilters filter={filter} isOfAll={whose === 'all'} onFilter={onFilter} />
      <Found whose={whose} filter={filter} onFilter={onFilter} />
    </Stack>
  );
}

function Found({ whose, filter, onFilter }: LinesProps) {
  const found = useInfiniteQuery(linesQuery(whose, filter));
  if (found.isLoadingError)
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
      />
    );
  if (found.data === undefined) return <Skeleton h={240} radius="lg" />;
  const lines = found.data;
  if (lines.length === 0) return <Nothing filter={filter} />;
  return (
    <Stack gap="lg" aria-busy={found.isPlaceholderData}>
      <LineList
        lines={lines}
        {...(whose === 'all' && { onAccount: (account: number) => onFilter({ account, who: undefined }) })}
      />
      <Group gap="md">
        {found.hasNextPage && (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {words.more}
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {words.shown(lines.length, !found.hasNextPage)}
        </Text>
      </Group>
      {found.isFetchNextPageError && (
        <Text c="var(--atrium-danger)" role="alert">
          {describeError(found.error)}
        </Text>
      )}
    </Stack>
  );
}

function Nothing({ filter }: { readonly filter: LineFilter }) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <StateMessage
      kind="empty"
      icon={<ScrollText size={28} aria-hidden />}
      title={isFiltered ? words.noneFiltered : words.none}
    />
  );
}
