import type { ConceptSummary } from '@atrium/contract';
import { Text } from '@mantine/core';
import { Lock } from 'lucide-react';
import { ConceptTypeIcon } from '../ConceptTypeIcon.tsx';
import type { ConceptBrowserProps } from '../conceptBrowserProps.ts';
import { concepts } from '../treeRows.ts';
import { words } from '../words.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import classes from './MarkedConcepts.module.css';

interface MarkedConceptsProps extends ConceptBrowserProps {
  readonly label: string;
  readonly marked: readonly ConceptSummary[];
  /** What is said while there are none. */
  readonly none: string;
}

/** Favourites or recent concepts, as far as they are of use here. */
export function MarkedConcepts(props: MarkedConceptsProps) {
  const { dataset, use, label, marked, none, selected = [], onSelect, onPoint } = props;
  const shown = concepts(use, marked);
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="sm">
        {none}
      </Text>
    );
  }
  return (
    <ul className={classes.list} aria-label={label}>
      {shown.map((concept) => (
        <li
          key={concept.conceptId}
          className={classes.item}
          data-chosen={selected.includes(concept.conceptId)}
        >
          <button
            type="button"
            className={classes.open}
            aria-current={selected.includes(concept.conceptId)}
            title={concept.name}
            onClick={() => onSelect(concept)}
            onPointerEnter={() => onPoint?.(concept)}
          >
            <ConceptTypeIcon type={concept.conceptType} />
            <span className={classes.text}>
              <span className={classes.name}>{concept.name}</span>
              <span className={classes.path}>
                {concept.categoryHierarchy.map(({ name }) => name).join(' › ')}
              </span>
            </span>
            {concept.hasPhi && <Lock size={13} role="img" aria-label={words.hasPhi} />}
          </button>
          <FavouriteButton dataset={dataset} concept={concept} />
        </li>
      ))}
    </ul>
  );
}
