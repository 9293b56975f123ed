import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { Search, X } from '../../ui/icons.ts';
import { useKeyAnywhere } from '../../ui/useKeyAnywhere.ts';
import classes from './ConceptBrowser.module.css';
import { words } from './catalogueWords.ts';

interface SearchBoxProps {
  readonly text: string;
  /** Id of the list box of hits, and of the hit that Enter would choose. */
  readonly listId: string;
  readonly activeHit: string | undefined;
  readonly isBusy: boolean;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The field that controls the list of hits (combobox pattern). The key `/` moves the focus here and selects what stands here. */
export function SearchBox({ text, listId, activeHit, isBusy, onType, onKeyDown }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useKeyAnywhere('/', () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <div className={classes.search}>
      <TextInput
        ref={input}
        type="search"
        role="combobox"
        aria-label={words.search}
        aria-expanded={text.trim() !== ''}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeHit}
        aria-keyshortcuts="/"
        autoComplete="off"
        placeholder={words.searchHint}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={
          isBusy ? (
            <Loader size={14} role="img" aria-label={words.searching} />
          ) : (
            <Search size={16} aria-hidden />
          )
        }
        rightSection={
          text !== '' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.clearSearch}
              onClick={() => {
                onType('');
                input.current?.focus();
              }}
            >
              <X size={16} />
            </ActionIcon>
          )
        }
      />
    </div>
  );
}
