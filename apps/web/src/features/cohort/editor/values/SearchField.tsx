import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { Search } from '../../../../ui/icons.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isBusy: boolean;
  readonly onChange: (value: string) => void;
  /** Enter or the magnifier: do not wait for a pause in typing. */
  readonly onSearchNow: () => void;
}

/** Searches values after a pause in typing, or at once on request. */
export function SearchField({ label, value, isBusy, onChange, onSearchNow }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onSearchNow();
      }}
      rightSection={
        isBusy ? (
          <Loader size={14} />
        ) : (
          <ActionIcon variant="subtle" color="gray" aria-label={`${label} now`} onClick={onSearchNow}>
            <Search size={16} />
          </ActionIcon>
        )
      }
    />
  );
}
