import type { ConceptStatistics, OntologyTermRef } from '@atrium/contract';
import { Button, Text } from '@mantine/core';
import { CornerLeftUp, House } from 'lucide-react';
import { clip } from '../../clip.ts';
import { words } from '../../words.ts';
import { type ChosenTerm, termKey } from '../editorState.ts';
import { asTerms } from '../statisticsShapes.ts';
import classes from './ontology.module.css';
import { TermRow } from './TermRow.tsx';

interface SurroundingsProps {
  readonly found: ConceptStatistics | undefined;
  readonly isSearch: boolean;
  readonly chosen: readonly ChosenTerm[];
  readonly onGo: (code: string) => void;
  readonly onToggle: (term: OntologyTermRef) => void;
}

/** The way up: the top terms, each parent, and the term whose children are listed below. */
export function Surroundings({ found, isSearch, chosen, onGo, onToggle }: SurroundingsProps) {
  const place = found === undefined ? null : asTerms(found);
  const isAtTop = place?.term === null && !isSearch;
  return (
    <div className={classes.surroundings}>
      <div className={classes.ways}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<House size={14} />}
          disabled={isAtTop}
          onClick={() => onGo('')}
        >
          {words.roots}
        </Button>
        {!isSearch &&
          place?.parents.map((parent) => (
            <Button
              key={parent.code}
              size="compact-sm"
              variant="default"
              title={parent.label}
              leftSection={<CornerLeftUp size={14} />}
              onClick={() => onGo(parent.code)}
            >
              {clip(parent.label)}
            </Button>
          ))}
      </div>
      {!isSearch && place !== null && place.term !== null && (
        <>
          <div className={classes.current}>
            <TermRow
              term={place.term}
              isChosen={chosen.some((held) => termKey(held) === place.term?.code)}
              onToggle={onToggle}
            />
          </div>
          {place.actionResults.length > 0 && (
            <Text size="xs" c="dimmed">
              {place.actionResults.length === 1
                ? '1 narrower term'
                : `${place.actionResults.length} narrower terms`}
            </Text>
          )}
        </>
      )}
    </div>
  );
}
