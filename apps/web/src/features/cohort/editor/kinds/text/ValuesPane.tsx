import { rankedByWords } from '@atrium/contract/search/wordSearch';
import { Button, Checkbox, Group, Pagination, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../../lib/formatNumber.ts';
import { SearchX } from '../../../../../ui/icons.ts';
import { LongList } from '../../../../../ui/LongList.tsx';
import { clip } from '../../../clip.ts';
import { noneOf, words } from '../../../cohortWords.ts';
import { LoadFailed } from '../../../LoadFailed.tsx';
import { type StatisticsRequest, statisticsOptions, type TextPage } from '../../conceptQueries.ts';
import { ValuesSkeleton } from '../../EditorSkeleton.tsx';
import { SearchField } from '../../values/SearchField.tsx';
import panes from '../../values/values.module.css';
import { toggleIn } from '../kind.ts';
import { asTexts, requestOfPage } from './textDraft.ts';

interface ValuesPaneProps {
  readonly request: StatisticsRequest;
  readonly page: TextPage;
  readonly onPage: (page: TextPage) => void;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

const typingPause = 500;
const rowHeight = 34;

/** The values of a text concept: ten a page, or all hits of a search. */
export function ValuesPane({ request, page, onPage, chosen, onChange }: ValuesPaneProps) {
  const [text, setText] = useState(page.search);
  const search = (value: string) => onPage({ search: value.trim(), page: 1 });
  const searchLater = useDebouncedCallback(search, typingPause);
  const found = useQuery(statisticsOptions(requestOfPage(request, page)));
  const shown = found.data === undefined ? null : asTexts(found.data);
  const values = shown?.paginatedResults.map(({ value }) => value) ?? [];
  return (
    <div className={panes.pane}>
      <SearchField
        label="Search values"
        value={text}
        isBusy={found.isFetching || text.trim() !== page.search}
        onChange={(value) => {
          setText(value);
          searchLater(value);
        }}
        onSearchNow={() => {
          searchLater.cancel();
          search(text);
        }}
      />
      <SelectAll isOff={page.search === ''} values={values} chosen={chosen} onChange={onChange} />
      {found.isError ? (
        <LoadFailed error={found.error} retry={() => void found.refetch()} />
      ) : shown === null ? (
        <ValuesSkeleton />
      ) : values.length === 0 ? (
        <div className={panes.nothing} role="status">
          <SearchX size={24} strokeWidth={1.5} aria-hidden />
          <Text size="sm">{page.search === '' ? noneOf(request.scope) : words.noData(page.search)}</Text>
        </div>
      ) : (
        <LongList
          label="Values"
          className={panes.values}
          isBusy={found.isPlaceholderData}
          items={foundHere(shown.paginatedResults, { typed: text.trim(), searched: page.search })}
          keyOf={({ value }) => value}
          rowHeight={rowHeight}
        >
          {({ value, count }) => (
            <Checkbox
              size="sm"
              classNames={{ body: panes.valueBody ?? '', labelWrapper: panes.valueLabel ?? '' }}
              label={
                <span className={panes.value}>
                  <span>{clip(value)}</span>
                  {count !== undefined && <span className={panes.count}>{formatCount(count)}</span>}
                </span>
              }
              aria-label={value}
              title={value}
              checked={chosen.includes(value)}
              onChange={() => onChange(toggleIn(chosen, value))}
            />
          )}
        </LongList>
      )}
      {shown !== null && values.length > 0 && (
        <Pages
          paginator={shown.paginator}
          onPage={(number) => onPage({ search: page.search, page: number })}
        />
      )}
    </div>
  );
}

/** While a search waits, the values that are here are searched; all of them where none is met. */
function foundHere<T extends { readonly value: string }>(
  listed: readonly T[],
  { typed, searched }: { readonly typed: string; readonly searched: string },
): readonly T[] {
  if (typed === searched || typed === '') return listed;
  const met = rankedByWords(listed, typed, ({ value }) => value);
  return met.length === 0 ? listed : met;
}

interface SelectAllProps extends Pick<ValuesPaneProps, 'chosen' | 'onChange'> {
  readonly isOff: boolean;
  readonly values: readonly string[];
}

/** Chooses every hit of a search, or drops them all again. */
function SelectAll({ isOff, values, chosen, onChange }: SelectAllProps) {
  const held = new Set(chosen);
  const areAllChosen = values.length > 0 && values.every((value) => held.has(value));
  const toggle = () => {
    const listed = new Set(values);
    onChange(
      areAllChosen ? chosen.filter((value) => !listed.has(value)) : [...new Set([...chosen, ...values])],
    );
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isOff || values.length === 0}
      style={{ justifySelf: 'start' }}
      onClick={toggle}
    >
      {areAllChosen ? 'Deselect all' : 'Select all'}
    </Button>
  );
}

interface PagesProps {
  readonly paginator: NonNullable<ReturnType<typeof asTexts>>['paginator'];
  readonly onPage: (page: number) => void;
}

const Pages = ({ paginator, onPage }: PagesProps) => (
  <Group justify="space-between" mih={30}>
    <Text size="xs" c="dimmed">
      {formatCount(paginator.firstIndex)}–{formatCount(paginator.lastIndex)} of{' '}
      {formatCount(paginator.totalRecords)}
    </Text>
    {paginator.lastPage > 1 && (
      <Pagination
        size="sm"
        total={paginator.lastPage}
        value={paginator.currentPage}
        siblings={0}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    )}
  </Group>
);
