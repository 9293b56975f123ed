import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import classes from './ConceptBrowser.module.css';
import { ConceptTree } from './ConceptTree.tsx';
import type { ConceptBrowserProps } from './conceptBrowserProps.ts';
import { SearchResults } from './SearchResults.tsx';
import { useConceptSearch } from './useConceptSearch.ts';
import { words } from './words.ts';

const typingPause = 200;

/** Search box over the tree of concepts; the hits take the place of the tree while there is a search. */
export function ConceptBrowser(props: ConceptBrowserProps) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), typingPause);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isSearching = text.trim() !== '';
  const search = useConceptSearch(props, isSearching ? settled : '');
  useHotkeys([['/', () => input.current?.focus()]]);

  const typed = (value: string) => {
    setText(value);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSearching) return;
    const last = search.concepts.length - 1;
    const chosen = search.concepts[active];
    if (event.key === 'Escape') typed('');
    else if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Enter' && chosen !== undefined) props.onSelect(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.browser}>
      <div className={classes.search}>
        <TextInput
          ref={input}
          type="search"
          role="combobox"
          aria-label={words.search}
          aria-expanded={isSearching}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isSearching && search.concepts[active] ? `${listId}-${active}` : undefined}
          autoComplete="off"
          placeholder={words.searchHint}
          value={text}
          onChange={(event) => typed(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          leftSection={
            isSearching && (search.isBusy || settled !== text.trim()) ? (
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
                  typed('');
                  input.current?.focus();
                }}
              >
                <X size={16} />
              </ActionIcon>
            )
          }
        />
      </div>
      <div className={classes.list}>
        <div hidden={isSearching}>
          <ConceptTree {...props} />
        </div>
        {isSearching && (
          <SearchResults {...props} id={listId} search={search} active={active} onActive={setActive} />
        )}
      </div>
    </div>
  );
}
