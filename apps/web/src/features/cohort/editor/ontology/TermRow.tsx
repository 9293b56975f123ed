import type { OntologyNode, OntologyTermRef } from '@atrium/contract';
import { ActionIcon } from '@mantine/core';
import { Check, ChevronRight, Plus } from 'lucide-react';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { clip } from '../../clip.ts';
import classes from './ontology.module.css';

interface TermRowProps {
  readonly term: OntologyNode;
  readonly isChosen: boolean;
  readonly onToggle: (term: OntologyTermRef) => void;
  /** Absent for a term without narrower ones. */
  readonly onDescend?: ((code: string) => void) | undefined;
}

/** One term: go down, its name, how often it occurs, and choose. */
export function TermRow({ term, isChosen, onToggle, onDescend }: TermRowProps) {
  const name = clip(term.label);
  return (
    <div className={classes.term} data-chosen={isChosen}>
      {onDescend === undefined ? (
        <span className={classes.label} title={`${term.label} (${term.code})`}>
          <span className={classes.noWay} />
          {name}
        </span>
      ) : (
        <button
          type="button"
          className={classes.label}
          title={`${term.label} (${term.code})`}
          aria-label={`Narrower terms of ${term.label}`}
          onClick={() => onDescend(term.code)}
        >
          <ChevronRight size={16} aria-hidden className={classes.way} />
          {name}
        </button>
      )}
      {term.count !== undefined && (
        <span className={classes.counts} title="entries (subjects)">
          {formatCount(term.count)} ({formatCount(term.subjects ?? 0)})
        </span>
      )}
      <ActionIcon
        size="sm"
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        aria-label={isChosen ? `Remove ${term.label}` : `Add ${term.label}`}
        onClick={() => onToggle({ code: term.code, label: term.label })}
      >
        {isChosen ? <Check size={14} /> : <Plus size={14} />}
      </ActionIcon>
    </div>
  );
}
