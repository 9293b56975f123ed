import { auditActions, staffActions } from '@atrium/contract/wire/audit';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery, datasetsQuery } from '../../api/session.ts';
import { X } from '../../ui/icons.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { actionNames, words } from './auditWords.ts';
import type { LineFilter } from './lineFilter.ts';

export interface LineFiltersProps {
  readonly filter: LineFilter;
  /** Whether lines of several accounts are shown. */
  readonly isOfAll: boolean;
  readonly onFilter: (change: LineFilter) => void;
}

const byName = [...auditActions].sort((one, other) => actionNames[one].localeCompare(actionNames[other]));
const ofStaff: ReadonlySet<string> = new Set(staffActions);
const actionsFor = (isStaff: boolean) => [
  { value: '', label: words.everything },
  ...byName
    .filter((action) => isStaff || !ofStaff.has(action))
    .map((action) => ({ value: action, label: actionNames[action] })),
];
/** On a narrow screen the fields are below each other. */
const wide = { w: { base: '100%', xs: '13rem' } } as const;
const given = (value: string): string | undefined => (value === '' ? undefined : value);

/** Filters the lines; each change takes effect at once. */
export function LineFilters({ filter, isOfAll, onFilter }: LineFiltersProps) {
  const isStaff = useQuery(currentUserQuery).data?.user?.isStaff ?? false;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Group role="search" aria-label={words.filters} align="end" gap="sm">
      <NativeSelect
        {...wide}
        label={words.action}
        data={actionsFor(isOfAll || isStaff)}
        value={filter.action ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ action: auditActions.find((action) => action === currentTarget.value) })
        }
      />
      <DatasetSelect filter={filter} onFilter={onFilter} />
      {(['since', 'until'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={words[end]}
          value={filter[end] ?? ''}
          onChange={({ currentTarget }) => onFilter({ [end]: given(currentTarget.value) })}
        />
      ))}
      {isOfAll && (
        <SearchBox
          label={words.who}
          flex="0 1 14rem"
          placeholder={words.whoHint}
          value={filter.who ?? ''}
          onSearch={(who) => onFilter({ who: given(who), account: undefined })}
        />
      )}
      {filter.account !== undefined && (
        <Button
          variant="light"
          rightSection={<X size={16} aria-hidden />}
          onClick={() => onFilter({ account: undefined })}
        >
          {words.onlyAccount(filter.account)}
        </Button>
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          leftSection={<X size={16} aria-hidden />}
          onClick={() =>
            onFilter({
              action: undefined,
              dataset: undefined,
              since: undefined,
              until: undefined,
              account: undefined,
              who: undefined,
            })
          }
        >
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

function DatasetSelect({ filter, onFilter }: Pick<LineFiltersProps, 'filter' | 'onFilter'>) {
  const datasets = useQuery(datasetsQuery).data ?? [];
  const known = datasets.map(({ uniqueId, name }) => ({ value: uniqueId, label: name }));
  const { dataset } = filter;
  const isUnknown = dataset !== undefined && known.every(({ value }) => value !== dataset);
  return (
    <NativeSelect
      {...wide}
      label={words.dataset}
      data={[
        { value: '', label: words.everywhere },
        ...known,
        ...(isUnknown ? [{ value: dataset, label: dataset }] : []),
      ]}
      value={dataset ?? ''}
      onChange={({ currentTarget }) => onFilter({ dataset: given(currentTarget.value) })}
    />
  );
}
