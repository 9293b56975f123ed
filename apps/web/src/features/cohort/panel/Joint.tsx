import { Tooltip } from '@mantine/core';
import classes from './CriteriaSetCard.module.css';

interface JointProps {
  readonly word: 'and' | 'or';
  /** The entry or criteria set below the word. */
  readonly between: string;
  /** Said of criteria sets, so that their words have names of their own. */
  readonly of?: string;
  /** The word cannot be changed. */
  readonly isFixed?: boolean;
  readonly onSwitch: () => void;
}

const other = { and: 'or', or: 'and' } as const;

/** The word between two filters or criteria sets; pressing it changes "and" to "or", and back. */
export function Joint({ word, between, of, isFixed, onSwitch }: JointProps) {
  if (isFixed) return word;
  const action = `Change to “${other[word]}”`;
  return (
    <Tooltip label={action}>
      <button
        type="button"
        className={classes.joint}
        data-word={word}
        data-focus={`joint ${between}`}
        aria-label={`${of === undefined ? word : `${word} (${of})`}. ${action}`}
        onClick={onSwitch}
      >
        {word}
      </button>
    </Tooltip>
  );
}
