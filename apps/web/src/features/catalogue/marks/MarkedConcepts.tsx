import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Text } from '@mantine/core';
import { Lock, Star } from '../../../ui/icons.ts';
import { LabelledIconButton } from '../../../ui/LabelledIconButton.tsx';
import { ConceptTypeIcon } from '../ConceptTypeIcon.tsx';
import type { ConceptBrowserProps } from '../catalogueQueries.ts';
import { words } from '../catalogueWords.ts';
import { concepts } from '../treeRows.ts';
import classes from './MarkedConcepts.module.css';
import { isFavourite } from './marks.ts';
import { useMarks } from './useMarks.ts';

interface MarkedConceptsProps extends ConceptBrowserProps {
  readonly label: string;
  readonly marked: readonly ConceptSummary[];
  /** The text while there are none. */
  readonly none: string;
}

/** The favourites or recent concepts that can be chosen here. */
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

interface FavouriteButtonProps {
  readonly dataset: string;
  readonly concept: ConceptSummary;
}

/** A star, which is filled if the concept is a favourite. */
export function FavouriteButton({ dataset, concept }: FavouriteButtonProps) {
  const { marks, onToggle } = useMarks(dataset);
  const isMarked = isFavourite(marks, concept);
  if (onToggle === undefined) return null;
  return (
    <LabelledIconButton
      label={isMarked ? words.unmark(concept.name) : words.mark(concept.name)}
      size="sm"
      aria-pressed={isMarked}
      onClick={() => onToggle(concept)}
    >
      <Star size={16} fill={isMarked ? 'currentColor' : 'none'} />
    </LabelledIconButton>
  );
}
