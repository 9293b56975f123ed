import type { ConceptSummary } from '@atrium/contract';
import { Star } from 'lucide-react';
import { LabelledIconButton } from '../../../ui/LabelledIconButton.tsx';
import { words } from '../words.ts';
import { isFavourite } from './marks.ts';
import { useMarks } from './useMarks.ts';

interface FavouriteButtonProps {
  readonly dataset: string;
  readonly concept: ConceptSummary;
}

/** A star that is full when the concept is among the favourites. */
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
