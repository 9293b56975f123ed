import { Tooltip } from '@mantine/core';
import classes from './CriteriaSetCard.module.css';

interface JointProps {
  readonly word: 'and' | 'or';
  /** The entry below the word. */
  readonly between: string;
  readonly onSwitch: () => void;
}

const other = { and: 'or', or: 'and' } as const;

/** The word between two filters; pressing it says the other word instead. */
export function Joint({ word, between, onSwitch }: JointProps) {
  const action = `Change to “${other[word]}”`;
  return (
    <Tooltip label={action}>
      <button
        type="button"
        className={classes.joint}
        data-word={word}
        data-focus={`joint ${between}`}
        aria-label={`${word}. ${action}`}
        onClick={onSwitch}
      >
        {word}
      </button>
    </Tooltip>
  );
}
