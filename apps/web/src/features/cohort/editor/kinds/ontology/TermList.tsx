import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { comparableText, rankedByWords, wordRankOf, wordSearch } from '@atrium/contract/search/wordSearch';
import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { ConceptStatistics, OntologyNode, OntologyStatistics } from '@atrium/contract/wire/statistics';
import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CountedNouns } from '../../../../../api/nouns.ts';
import { SearchX } from '../../../../../ui/icons.ts';
import { LongList } from '../../../../../ui/LongList.tsx';
import { Pages } from '../../../../../ui/Pages.tsx';
import { noneOf, words } from '../../../cohortWords.ts';
import { magnitude } from '../../../counts.ts';
import { LoadFailed } from '../../../LoadFailed.tsx';
import { type Scope, termsOnPage } from '../../conceptQueries.ts';
import panes from '../../values/values.module.css';
import classes from './ontology.module.css';
import { asTerms, type ChosenTerm, termKey } from './ontologyDraft.ts';
import { TermRow } from './TermRow.tsx';

interface TermListProps {
  readonly scope: Scope;
  readonly found: UseQueryResult<ConceptStatistics>;
  readonly searched: string;
  /** What is typed, which is searched for after a pause. */
  readonly typed: string;
  readonly nouns: CountedNouns;
  readonly chosen: readonly ChosenTerm[];
  readonly onDescend: (term: OntologyTermRef) => void;
  readonly onPoint: (code: string) => void;
  readonly onToggle: (term: OntologyTermRef) => void;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const rowHeight = 34;

/** Children or hits; the list that is being replaced stays, dimmed, until the next one is there. */
export function TermList(props: TermListProps) {
  const { found, searched, chosen, onDescend, onPoint, onToggle } = props;
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <TermsPending />;
  const position = asTerms(found.data);
  const listed = position?.actionResults ?? [];
  // An older server says nothing of pages.
  const count = position?.paginator?.totalRecords ?? listed.length;
  if (listed.length === 0 && props.page === 1)
    return <NoTerms position={position} searched={searched} scope={props.scope} />;
  const codes = new Set(chosen.map(termKey));
  return (
    // A new list for each term, so that nothing of the previous one stays.
    <div key={position?.term?.code}>
      <div className={classes.summary}>
        <Text size="xs" c="dimmed" role="status">
          {summaryOf(count, searched, position?.term ?? null)}
        </Text>
        <Text size="xs" c="dimmed" aria-hidden>
          {words.termCounts(props.nouns)}
        </Text>
      </div>
      <LongList
        label="Terms"
        className={classes.terms}
        isBusy={found.isPlaceholderData}
        items={foundHere(listed, props)}
        keyOf={({ code }) => code}
        rowHeight={rowHeight}
      >
        {(term) => (
          <TermRow
            term={term}
            nouns={props.nouns}
            isChosen={codes.has(term.code)}
            alsoCalled={searched === '' ? undefined : metSynonym(term, searched)}
            onToggle={onToggle}
            onPoint={onPoint}
            onDescend={term.leaf === 1 || term.hasDescendants === false ? undefined : onDescend}
          />
        )}
      </LongList>
      <Pages
        label={words.termPages}
        count={count}
        pageSize={termsOnPage}
        page={props.page}
        onPage={props.onPage}
      />
    </div>
  );
}

/** While a search waits, the terms that are here are searched; all of them where none is met. */
function foundHere(
  listed: readonly OntologyNode[],
  { searched, typed }: Pick<TermListProps, 'searched' | 'typed'>,
): readonly OntologyNode[] {
  if (typed.trim() === searched || typed.trim() === '') return listed;
  const met = rankedByWords(listed, typed, ({ label, code, synonyms = [] }) =>
    [label, code, ...synonyms].join(' '),
  );
  return met.length === 0 ? listed : met;
}

function summaryOf(count: number, searched: string, term: OntologyNode | null): string {
  const noun = searched !== '' || term === null ? 'term' : 'narrower term';
  return formatQuantity(count, noun);
}

/** If the name of a hit does not have the words of the search, a synonym does. */
const metSynonym = ({ label, code, synonyms }: OntologyNode, searched: string): string | undefined =>
  wordRankOf(comparableText(`${label} ${code}`), wordSearch(searched)) === null ? synonyms?.[0] : undefined;

const TermsPending = () => (
  <div className={classes.terms} aria-busy>
    {[60, 75, 50, 68].map((width) => (
      <Skeleton key={width} height={20} width={`${width}%`} my={8} mx={8} />
    ))}
  </div>
);

interface NoTermsProps {
  readonly position: OntologyStatistics | null;
  readonly searched: string;
  readonly scope: Scope;
}

function NoTerms({ position, searched, scope }: NoTermsProps) {
  const sought = searched || namesOf(position);
  const term = position?.term ?? null;
  const isCounted = term !== null && magnitude(term.count ?? 0) > 0;
  return (
    <div className={panes.nothing} role="status">
      <SearchX size={24} strokeWidth={1.5} aria-hidden />
      <Text size="sm">{sought === '' ? noneOf(scope) : words.noData(sought)}</Text>
      {searched === '' && isCounted && (
        <Text size="sm" c="dimmed">
          There are no narrower terms in the data.
        </Text>
      )}
    </div>
  );
}

/** The term itself, or its parents where it is not known. */
const namesOf = (position: OntologyStatistics | null): string =>
  position?.term?.label ?? position?.parents.map(({ label }) => label).join(', ') ?? '';
