import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './SidePanel.module.css';

const narrowest = 240;
const widest = 560;
/** 20 rem, as `layout.module.css` has it. */
const usual = 320;
const step = 16;

/** A width in pixels between the narrowest and the widest one. */
const within = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)));

interface SideEdgeProps {
  readonly side: 'left' | 'right';
  readonly label: string;
  /** In pixels; undefined while it is the usual one. */
  readonly width: number | undefined;
  readonly onWidth: (width: number | undefined) => void;
}

/** The edge of a side column: drawn, or moved by arrow keys, it changes the width; a double click gives it back. */
export function SideEdge({ side, label, width, onWidth }: SideEdgeProps) {
  const columnOf = (edge: HTMLElement) => edge.parentElement?.getBoundingClientRect();
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const column = columnOf(event.currentTarget);
    if (column === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onWidth(within(side === 'left' ? event.clientX - column.left : column.right - event.clientX));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const towards = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const column = columnOf(event.currentTarget);
    if (towards === undefined || column === undefined) return;
    event.preventDefault();
    onWidth(within((width ?? column.width) + (side === 'left' ? towards : -towards) * step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line between paragraphs
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width ?? usual}
      aria-valuetext={width === undefined ? 'Usual width' : `${width} pixels`}
      tabIndex={0}
      className={classes.edge}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}
