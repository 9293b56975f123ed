import type { AnalysisRole } from '@atrium/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { axisWords } from '../words.ts';
import classes from './Grid.module.css';
import type { AxisConcept } from './gridLayout.ts';
import type { AxisActions } from './gridProps.ts';

interface ConceptNameProps extends AxisActions {
  readonly axis: AnalysisRole;
  /** Undefined where the axis has no concept. */
  readonly concept: AxisConcept | undefined;
  readonly isLast: boolean;
}

/** The name of a concept on an axis, with the buttons that take it away or add another behind it. */
export function ConceptName({ axis, concept, isLast, onAdd, onRemove }: ConceptNameProps) {
  if (concept === undefined) {
    return (
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<Plus size={13} aria-hidden />}
        onClick={() => onAdd(axis)}
      >
        {axisWords.add[axis]}
      </Button>
    );
  }
  const icon = { variant: 'subtle', color: 'gray', size: 20, className: classes.nameButton } as const;
  return (
    <span className={classes.name}>
      <span className={classes.nameText} data-tip={concept.label}>
        {concept.label}
      </span>
      <Tooltip label={axisWords.remove(concept.label)}>
        <ActionIcon {...icon} aria-label={axisWords.remove(concept.label)} onClick={() => onRemove(concept)}>
          <X size={13} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isLast && (
        <Tooltip label={axisWords.add[axis]}>
          <ActionIcon {...icon} aria-label={axisWords.add[axis]} onClick={() => onAdd(axis)}>
            <Plus size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}
