import { Button, Checkbox, Group, Pagination, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { clip } from '../../clip.ts';
import { LoadFailed } from '../../LoadFailed.tsx';
import { words } from '../../words.ts';
import { type StatisticsRequest, statisticsOptions, type TextPage } from '../conceptQueries.ts';
import { ValuesSkeleton } from '../EditorSkeleton.tsx';
import { toggleIn } from '../editorState.ts';
import panes from '../panes.module.css';
import { SearchField } from '../SearchField.tsx';
import { asTexts } from '../statisticsShapes.ts';

interface ValuesPaneProps {
  readonly asked: StatisticsRequest;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

const typingPause = 500;

/** The values of a text concept: ten a page, or all hits of a search. */
export function ValuesPane({ asked, chosen, onChange }: ValuesPaneProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState<TextPage>({ search: '', page: 1 });
  const settle = useDebouncedCallback((search: string) => setAt({ search, page: 1 }), typingPause);
  const isStart = at.search === '' && at.page === 1;
  const found = useQuery({
    ...statisticsOptions(isStart ? asked : { ...asked, page: at }),
    placeholderData: keepPreviousData,
  });
  if (found.data === undefined) {
    return found.isError ? (
      <LoadFailed error={found.error} retry={() => void found.refetch()} />
    ) : (
      <ValuesSkeleton />
    );
  }
  const shown = asTexts(found.data);
  const values = shown?.paginatedResults.map(({ value }) => value) ?? [];
  const areAllChosen = values.length > 0 && values.every((value) => chosen.includes(value));
  return (
    <div className={panes.pane}>
      <SearchField
        label="Search values"
        value={text}
        isBusy={found.isFetching || text.trim() !== at.search}
        onChange={(value) => {
          setText(value);
          settle(value.trim());
        }}
        onSearchNow={() => {
          settle.cancel();
          setAt({ search: text.trim(), page: 1 });
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={at.search === '' || values.length === 0}
        style={{ justifySelf: 'start' }}
        onClick={() =>
          onChange(
            areAllChosen
              ? chosen.filter((value) => !values.includes(value))
              : [...new Set([...chosen, ...values])],
          )
        }
      >
        {areAllChosen ? 'Deselect all' : 'Select all'}
      </Button>
      {values.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {words.noData(at.search)}
        </Text>
      ) : (
        <ul className={panes.values} aria-busy={found.isPlaceholderData}>
          {values.map((value) => (
            <li key={value}>
              <Checkbox
                size="sm"
                label={clip(value)}
                title={value}
                checked={chosen.includes(value)}
                onChange={() => onChange(toggleIn(chosen, value))}
              />
            </li>
          ))}
        </ul>
      )}
      {shown !== null && values.length > 0 && (
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {formatCount(shown.paginator.firstIndex)}–{formatCount(shown.paginator.lastIndex)} of{' '}
            {formatCount(shown.paginator.totalRecords)}
          </Text>
          {shown.paginator.lastPage > 1 && (
            <Pagination
              size="sm"
              total={shown.paginator.lastPage}
              value={shown.paginator.currentPage}
              onChange={(page) => setAt({ search: at.search, page })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          )}
        </Group>
      )}
    </div>
  );
}
