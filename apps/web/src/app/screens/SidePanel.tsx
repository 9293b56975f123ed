import { ActionIcon, Tooltip } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts';
import { pane } from '../usePanes.ts';
import classes from './SidePanel.module.css';

interface SidePanelProps {
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A side column that can be closed. Its content keeps its state. */
export function SidePanel({ side, label, isOpen, onToggle, children }: SidePanelProps) {
  const id = useId();
  const action = `${isOpen ? 'Hide' : 'Show'} ${label.toLowerCase()}`;
  const Icon = (side === 'left') === isOpen ? ChevronLeft : ChevronRight;
  return (
    <aside className={classes.side} data-side={side} data-open={isOpen} aria-label={label} {...pane}>
      <Tooltip label={action}>
        <ActionIcon
          variant="default"
          size="sm"
          radius="xl"
          className="side-toggle"
          aria-label={action}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
        >
          <Icon size={14} />
        </ActionIcon>
      </Tooltip>
      <button
        type="button"
        className={classes.rail}
        tabIndex={-1}
        aria-hidden
        onClick={() => onToggle(!isOpen)}
      >
        {label}
      </button>
      <div id={id} className={classes.content} hidden={!isOpen}>
        {children}
      </div>
    </aside>
  );
}
