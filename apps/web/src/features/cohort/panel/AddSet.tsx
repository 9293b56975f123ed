import { type About, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { collectionsOptions } from '../../../api/collections.ts';
import { capital } from '../../../api/nouns.ts';
import { Layers, Plus } from '../../../ui/icons.ts';
import { words } from '../cohortWords.ts';
import { relativeWords, setWords } from '../criteriaSet/criteriaSetWords.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import classes from './FilterPanel.module.css';

interface AddSetProps {
  readonly dataset: string;
  readonly onAdd: (collectionId: string, about?: About) => void;
  /** Asks for trios whose mother and father are subjects, too (rule 2.28). */
  readonly onTrio: () => void;
}

/** Opens the list of collections; choosing one adds an empty criteria set on it and closes the list. */
export function AddSet({ dataset, onAdd, onTrio }: AddSetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const add = (collectionId: string, about?: About) => {
    close();
    onAdd(collectionId, about);
  };
  const collections = useQuery({ ...collectionsOptions(dataset), enabled: isOpen });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from anywhere in it
    <div className={classes.addSet} onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
      <Button
        ref={opener}
        fullWidth
        variant="default"
        leftSection={<Layers size={16} />}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.addSet}
      </Button>
      <div id={listId}>
        {isOpen && collections.isError && (
          <LoadFailed error={collections.error} retry={() => void collections.refetch()} />
        )}
        {isOpen && collections.isPending && (
          <Stack gap="xs" pt="xs">
            <Skeleton height={28} />
            <Skeleton height={28} />
          </Stack>
        )}
        {isOpen && collections.data !== undefined && (
          <ul className={classes.collections} ref={intoView}>
            {collections.data.map(({ collectionId, name }) => (
              <AddButton key={collectionId} label={name} onAdd={() => add(collectionId)} />
            ))}
            {collections.data.flatMap(({ collectionId, relatives = [] }) =>
              relatives.map((about) => (
                <AddButton
                  key={about}
                  label={capital(relativeWords[about])}
                  onAdd={() => add(collectionId, about)}
                />
              )),
            )}
            {collections.data.map(
              ({ collectionId, relatives }) =>
                relatives !== undefined && (
                  <AddButton
                    key={oneOfFamily}
                    label={setWords.oneOfFamily}
                    onAdd={() => add(collectionId, oneOfFamily)}
                  />
                ),
            )}
            {collections.data.some(({ relatives }) => relatives !== undefined) && (
              <AddButton
                label={setWords.enrolledTrio}
                onAdd={() => {
                  close();
                  onTrio();
                }}
              />
            )}
          </ul>
        )}
      </div>
    </div>
  );
}

const AddButton = ({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) => (
  <li>
    <Button
      fullWidth
      size="compact-md"
      variant="subtle"
      color="gray"
      justify="flex-start"
      fw={500}
      leftSection={<Plus size={14} />}
      onClick={onAdd}
    >
      {label}
    </Button>
  </li>
);

const intoView = (list: HTMLUListElement | null): void => list?.scrollIntoView({ block: 'nearest' });
