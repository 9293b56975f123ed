import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { ReactNode } from 'react';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { setGroups } from '../setGroups.ts';
import classes from './CriteriaSetCard.module.css';
import panelClasses from './FilterPanel.module.css';

interface SetListProps {
  readonly sets: readonly CriteriaSetView[];
  readonly card: (set: CriteriaSetView) => ReactNode;
  /** The word between a set and the one above it. */
  readonly joint: (word: 'and' | 'or', above: CriteriaSetView, below: CriteriaSetView) => ReactNode;
}

/** Criteria sets one below the other, joined by "and"; alternatives within a bracket, joined by "or". */
export function SetList({ sets, card, joint }: SetListProps) {
  const aboveOf = (set: CriteriaSetView) => sets[sets.indexOf(set) - 1];
  return (
    <ol className={panelClasses.sets}>
      {setGroups(sets).map(([first, ...others]) => {
        if (first === undefined) return null;
        const above = aboveOf(first);
        return (
          <li key={first.entryId} className={classes.item}>
            {above !== undefined && <span className={classes.between}>{joint('and', above, first)}</span>}
            {others.length === 0 ? (
              card(first)
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
              <div role="group" aria-label={setWords.alternatives} className={classes.alternativeSets}>
                {[first, ...others].map((set) => (
                  <div key={set.entryId} className={classes.item}>
                    {set !== first && (
                      <span className={classes.between}>{joint('or', aboveOf(set) ?? first, set)}</span>
                    )}
                    {card(set)}
                  </div>
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
