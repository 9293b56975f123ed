import type { TableOptions } from '@atrium/contract';
import { NativeSelect } from '@mantine/core';
import { stacked } from './columnForm.ts';
import { optionsWords } from './words.ts';

interface MethodSelectProps {
  readonly options: TableOptions;
  readonly method: string;
  readonly onMethod: (method: string) => void;
}

/** The methods in their groups: rows, lists and single values. */
export function MethodSelect({ options, method, onMethod }: MethodSelectProps) {
  const inGroup = (group: 'list' | 'aggregate') => ({
    group: optionsWords.groups[group],
    items: options.aggregationOptions
      .filter((option) => option.group === group)
      .map(({ id, label }) => ({ value: id, label })),
  });
  return (
    <NativeSelect
      label={optionsWords.method}
      data={[
        { group: optionsWords.groups.stacked, items: [{ value: stacked, label: optionsWords.stacked }] },
        inGroup('list'),
        inGroup('aggregate'),
      ]}
      value={method}
      onChange={(event) => onMethod(event.currentTarget.value)}
      data-autofocus
    />
  );
}
