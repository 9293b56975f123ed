import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts';
import { pane } from '../usePanes.ts';
import { SideEdge } from './SideEdge.tsx';
import classes from './SidePanel.module.css';

interface SidePanelProps {
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A side column that can be closed and made wider; the browser keeps its width. Its content keeps its state. */
export function SidePanel({ side, label, isOpen, onToggle, children }: SidePanelProps) {
  const id = useId();
  const [width, setWidth] = useLocalStorage<number | undefined>({ key: `atrium.side.${side}` });
  const isBeside = useMediaQuery('(min-width: 52.01em)', true, { getInitialValueInEffect: false });
  const isResizable = isBeside && isOpen;
  const action = `${isOpen ? 'Hide' : 'Show'} ${label.toLowerCase()}`;
  const Icon = (side === 'left') === isOpen ? ChevronLeft : ChevronRight;
  return (
    <aside
      className={classes.side}
      style={isResizable && width !== undefined ? { width } : undefined}
      data-side={side}
      data-open={isOpen}
      data-sized={width !== undefined}
      aria-label={label}
      {...pane}
    >
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
      {isResizable && (
        <SideEdge side={side} label={`Width of ${label.toLowerCase()}`} width={width} onWidth={setWidth} />
      )}
    </aside>
  );
}
