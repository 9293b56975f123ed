import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { datasetsQuery } from '../../../api/session.ts';
import { words } from './words.ts';

interface DatasetFilterProps {
  /** The dataset's id in paths; undefined for every dataset. */
  readonly value: string | undefined;
  readonly onChange: (dataset: string | undefined) => void;
}

/** Limits a list to one dataset. */
export function DatasetFilter({ value, onChange }: DatasetFilterProps) {
  const known = (useQuery(datasetsQuery).data ?? []).map(({ uniqueId, name }) => ({
    value: uniqueId,
    label: name,
  }));
  const isUnknown = value !== undefined && known.every((one) => one.value !== value);
  return (
    <NativeSelect
      w="13.75rem"
      label={words.dataset}
      data={[
        { value: '', label: words.everyDataset },
        ...known,
        ...(isUnknown ? [{ value, label: value }] : []),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}
