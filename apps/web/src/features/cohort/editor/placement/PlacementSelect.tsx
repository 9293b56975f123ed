import { NativeSelect, Text } from '@mantine/core';
import { useId } from 'react';
import classes from '../EditorSession.module.css';
import type { Choice } from './choices.ts';
import { placementWords } from './words.ts';

interface PlacementSelectProps {
  /** One record of the concept's collection. */
  readonly noun: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Whether a new filter holds for the same record as the filters of a set, or for another one. */
export function PlacementSelect({ noun, choices, value, onChange }: PlacementSelectProps) {
  const id = useId();
  return (
    <div className={classes.placement}>
      <Text component="label" htmlFor={id} size="sm">
        {placementWords.which(noun)}
      </Text>
      <NativeSelect
        id={id}
        size="xs"
        data={[...choices]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
