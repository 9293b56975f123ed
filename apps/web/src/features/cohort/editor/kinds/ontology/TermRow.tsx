import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { OntologyNode } from '@atrium/contract/wire/statistics';
import { ActionIcon } from '@mantine/core';
import type { CountedNouns } from '../../../../../api/nouns.ts';
import { formatCount } from '../../../../../lib/formatNumber.ts';
import { Check, ChevronRight, Plus } from '../../../../../ui/icons.ts';
import { clip } from '../../../clip.ts';
import { words } from '../../../cohortWords.ts';
import classes from './ontology.module.css';

interface TermRowProps {
  readonly term: OntologyNode;
  readonly nouns: CountedNouns;
  readonly isChosen: boolean;
  readonly onToggle: (term: OntologyTermRef) => void;
  /** Absent for a term without narrower ones. */
  readonly onDescend?: ((term: OntologyTermRef) => void) | undefined;
  readonly onPoint?: ((code: string) => void) | undefined;
  /** The synonym for which a search found the term. */
  readonly alsoCalled?: string | undefined;
}

/** One term: go down, its name, how often it occurs, and choose. */
export function TermRow(props: TermRowProps) {
  const { term, nouns, isChosen, onToggle, onDescend, onPoint, alsoCalled } = props;
  const name = clip(term.label);
  const title = `${term.label} (${term.code})`;
  const toggle = () => onToggle({ code: term.code, label: term.label });
  return (
    <div className={classes.term} data-chosen={isChosen}>
      {onDescend === undefined ? (
        <button type="button" className={classes.label} title={title} tabIndex={-1} onClick={toggle}>
          <span className={classes.noWay} />
          <Name name={name} alsoCalled={alsoCalled} />
        </button>
      ) : (
        <button
          type="button"
          className={classes.label}
          title={title}
          aria-label={`Narrower terms of ${term.label}`}
          onPointerEnter={() => onPoint?.(term.code)}
          onFocus={() => onPoint?.(term.code)}
          onClick={() => onDescend(term)}
        >
          <ChevronRight size={16} aria-hidden className={classes.way} />
          <Name name={name} alsoCalled={alsoCalled} />
        </button>
      )}
      {term.count !== undefined && (
        <span className={classes.counts} title={words.termCounts(nouns)}>
          {formatCount(term.count)}
          {nouns.record !== nouns.subject && ` (${formatCount(term.subjects ?? 0)})`}
        </span>
      )}
      <ActionIcon
        size="sm"
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        aria-label={isChosen ? `Remove ${term.label}` : `Add ${term.label}`}
        onClick={toggle}
      >
        {isChosen ? <Check size={14} /> : <Plus size={14} />}
      </ActionIcon>
    </div>
  );
}

function Name({ name, alsoCalled }: { readonly name: string; readonly alsoCalled: string | undefined }) {
  if (alsoCalled === undefined) return name;
  return (
    <span className={classes.names}>
      <span>{name}</span>
      <span className={classes.alsoCalled}>also called {clip(alsoCalled)}</span>
    </span>
  );
}
