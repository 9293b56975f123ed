import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CountedNouns } from '../../../../../api/nouns.ts';
import { words } from '../../../cohortWords.ts';
import { SearchField } from '../../values/SearchField.tsx';
import panes from '../../values/values.module.css';
import { asTerms, type ChosenTerm } from './ontologyDraft.ts';
import { Surroundings } from './Surroundings.tsx';
import { TermList } from './TermList.tsx';
import type { OntologyWalk } from './useOntologyWalk.ts';

interface BrowsePaneProps {
  readonly walk: OntologyWalk;
  readonly found: UseQueryResult<ConceptStatistics>;
  readonly nouns: CountedNouns;
  readonly chosen: readonly ChosenTerm[];
  readonly onToggle: (term: OntologyTermRef) => void;
}

/** One position in an ontology: its top terms, a term with its parents and children, or the hits of a search. */
export function BrowsePane({ walk, found, nouns, chosen, onToggle }: BrowsePaneProps) {
  const common = { nouns, chosen, onToggle, onPoint: walk.prefetch };
  return (
    <div className={panes.pane}>
      <Switch
        size="sm"
        label={words.exists}
        checked={walk.onlyExisting}
        onChange={(event) => walk.setOnlyExisting(event.currentTarget.checked)}
      />
      <SearchField
        label="Search terms"
        value={walk.text}
        isBusy={found.isFetching || walk.text.trim() !== walk.search}
        onChange={walk.type}
        onSearchNow={walk.searchNow}
      />
      <Surroundings
        {...common}
        position={found.data === undefined ? null : asTerms(found.data)}
        isSearch={walk.search !== ''}
        isStale={found.isPlaceholderData}
        trail={walk.trail}
        onGo={(target) => walk.goTo(target, 'up')}
        onTop={walk.goToTop}
      />
      <TermList
        {...common}
        found={found}
        searched={walk.search}
        typed={walk.text}
        scope={walk.request.scope}
        page={walk.page}
        onPage={walk.turn}
        onDescend={(target) => walk.goTo(target, 'down')}
      />
    </div>
  );
}
