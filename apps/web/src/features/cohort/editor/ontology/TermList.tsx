import type { ConceptStatistics, OntologyStatistics, OntologyTermRef } from '@atrium/contract';
import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { LoadFailed } from '../../LoadFailed.tsx';
import { words } from '../../words.ts';
import { type ChosenTerm, termKey } from '../editorState.ts';
import { asTerms } from '../statisticsShapes.ts';
import classes from './ontology.module.css';
import { TermRow } from './TermRow.tsx';

interface TermListProps {
  readonly found: UseQueryResult<ConceptStatistics>;
  readonly searched: string;
  readonly chosen: readonly ChosenTerm[];
  readonly onDescend: (code: string) => void;
  readonly onToggle: (term: OntologyTermRef) => void;
}

/** Children or hits; the list that is being replaced stays, dimmed, until the next one is there. */
export function TermList({ found, searched, chosen, onDescend, onToggle }: TermListProps) {
  if (found.data === undefined || found.isError) {
    return found.isError ? (
      <LoadFailed error={found.error} retry={() => void found.refetch()} />
    ) : (
      <div className={classes.terms} aria-busy>
        {[60, 75, 50, 68].map((width) => (
          <Skeleton key={width} height={20} width={`${width}%`} my={8} mx={8} />
        ))}
      </div>
    );
  }
  const place = asTerms(found.data);
  if (place === null || place.actionResults.length === 0)
    return <NoTerms place={place} searched={searched} />;
  const codes = new Set(chosen.map(termKey));
  return (
    <ul className={classes.terms} aria-busy={found.isPlaceholderData}>
      {place.actionResults.map((term) => (
        <li key={term.code}>
          <TermRow
            term={term}
            isChosen={codes.has(term.code)}
            onToggle={onToggle}
            onDescend={term.leaf === 1 || term.hasDescendants === false ? undefined : onDescend}
          />
        </li>
      ))}
    </ul>
  );
}

interface NoTermsProps {
  readonly place: OntologyStatistics | null;
  readonly searched: string;
}

function NoTerms({ place, searched }: NoTermsProps) {
  if (searched === '' && place?.term != null) {
    return (
      <Text size="sm" c="dimmed" p="sm">
        There are no narrower terms in the data.
      </Text>
    );
  }
  const what = searched === '' ? (place?.parents.map(({ label }) => label).join(', ') ?? '') : searched;
  return (
    <div className={classes.nothing} role="status">
      <SearchX size={24} strokeWidth={1.5} aria-hidden />
      <Text size="sm">{words.noData(what)}</Text>
    </div>
  );
}
