import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { OntologyNode, OntologyStatistics } from '@atrium/contract/wire/statistics';
import { Button, Text } from '@mantine/core';
import type { CountedNouns } from '../../../../../api/nouns.ts';
import { ChevronRight, CornerLeftUp, House } from '../../../../../ui/icons.ts';
import { isFocusLost } from '../../../../../ui/lostFocus.ts';
import { clip } from '../../../clip.ts';
import { words } from '../../../cohortWords.ts';
import classes from './ontology.module.css';
import { type ChosenTerm, termKey } from './ontologyDraft.ts';
import { TermRow } from './TermRow.tsx';
import type { Trail } from './useOntologyWalk.ts';

interface SurroundingsProps {
  readonly position: OntologyStatistics | null;
  readonly isSearch: boolean;
  /** Whether the shown terms still belong to the previous position; a click on them would soon mean something else. */
  readonly isStale: boolean;
  readonly trail: Trail;
  readonly nouns: CountedNouns;
  readonly chosen: readonly ChosenTerm[];
  readonly onGo: (target: OntologyTermRef) => void;
  readonly onTop: () => void;
  /**
   * Called when the pointer or the focus reaches a button that leads to a term, so that the term can be loaded early.
   */
  readonly onPoint: (code: string) => void;
  readonly onToggle: (term: OntologyTermRef) => void;
}

/** The way up: the top terms, the terms that led here, every parent, and the term whose children are listed below. */
export function Surroundings(props: SurroundingsProps) {
  const { position, isSearch, trail, chosen, onGo, onTop, onPoint, onToggle } = props;
  const term = isSearch ? null : (position?.term ?? null);
  return (
    <div className={classes.surroundings}>
      <nav className={classes.ways} aria-label="Way through the ontology">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<House size={14} />}
          disabled={trail.length === 0 && !isSearch}
          onPointerEnter={() => onPoint('')}
          onFocus={() => onPoint('')}
          onClick={onTop}
        >
          {words.roots}
        </Button>
        {!isSearch &&
          trail
            .slice(0, -1)
            .map((passed) => <Crumb key={passed.code} term={passed} onGo={onGo} onPoint={onPoint} />)}
      </nav>
      {term !== null && (
        <>
          <Parents parents={parentsBeside(trail, position)} onGo={onGo} onPoint={onPoint} />
          <div
            key={term.code}
            ref={takeLostFocus}
            tabIndex={-1}
            className={classes.current}
            aria-busy={props.isStale}
          >
            <TermRow
              term={term}
              nouns={props.nouns}
              isChosen={chosen.some((held) => termKey(held) === term.code)}
              onToggle={onToggle}
            />
            <Synonyms term={term} />
          </div>
        </>
      )}
    </div>
  );
}

/** The parents to show. A single parent that the person came from is in the trail already. */
function parentsBeside(trail: Trail, position: OntologyStatistics | null): readonly OntologyNode[] {
  const parents = position?.parents ?? [];
  const [only] = parents;
  return parents.length === 1 && trail.at(-2)?.code === only?.code ? [] : parents;
}

/** The row that was clicked is gone with its list: the focus goes to the term that is shown instead. */
const takeLostFocus = (element: HTMLElement | null): void => {
  if (isFocusLost()) element?.focus({ preventScroll: true });
};

type Way = Pick<SurroundingsProps, 'onGo' | 'onPoint'>;

const Crumb = ({ term, onGo, onPoint }: Way & { readonly term: OntologyTermRef }) => (
  <span className={classes.crumb}>
    <ChevronRight size={14} aria-hidden />
    <button
      type="button"
      title={term.label}
      onPointerEnter={() => onPoint(term.code)}
      onFocus={() => onPoint(term.code)}
      onClick={() => onGo(term)}
    >
      {clip(term.label)}
    </button>
  </span>
);

function Parents({ parents, onGo, onPoint }: Way & { readonly parents: readonly OntologyNode[] }) {
  if (parents.length === 0) return null;
  return (
    <div className={classes.ways}>
      <Text size="xs" c="dimmed">
        {parents.length === 1 ? 'Broader term' : `${parents.length} broader terms`}
      </Text>
      {parents.map((parent) => (
        <Button
          key={parent.code}
          size="compact-sm"
          variant="default"
          title={parent.label}
          leftSection={<CornerLeftUp size={14} />}
          onPointerEnter={() => onPoint(parent.code)}
          onFocus={() => onPoint(parent.code)}
          onClick={() => onGo(parent)}
        >
          <span className={classes.wayName}>{clip(parent.label)}</span>
        </Button>
      ))}
    </div>
  );
}

const shownSynonyms = 6;

function Synonyms({ term }: { readonly term: OntologyNode }) {
  const own = term.label.toLowerCase();
  const synonyms = (term.synonyms ?? []).filter((synonym) => synonym.toLowerCase() !== own);
  if (synonyms.length === 0) return null;
  const more = synonyms.length - shownSynonyms;
  return (
    <Text size="xs" c="dimmed" className={classes.synonyms} title={synonyms.join('\n')} fw={400}>
      Also called {synonyms.slice(0, shownSynonyms).join('; ')}
      {more > 0 && `; and ${more} more`}
    </Text>
  );
}
