import { type KeyboardEvent, useRef, useState } from 'react';
import { indexAfterKey } from '../../lib/indexAfterKey.ts';
import type { Bar } from '../bar.ts';
import classes from '../Chart.module.css';
import { rowsTop } from './rowLayout.ts';

export interface ChosenBars {
  readonly isChosen: (index: number) => boolean;
  readonly onToggle: (index: number) => void;
  /** The accessible name of the toggles as a group. */
  readonly label: string;
}

interface ToggleLayerProps {
  readonly width: number;
  /** The height of a row. */
  readonly step: number;
  readonly bars: readonly Bar[];
  readonly choice: ChosenBars;
  readonly onPoint: (bar: number | undefined) => void;
}

/** A toggle over the whole row of each bar. They are one tab stop; arrow keys move among them. */
export function ToggleLayer({ width, step, bars, choice, onPoint }: ToggleLayerProps) {
  const [focused, setFocused] = useState(0);
  const layer = useRef<HTMLFieldSetElement>(null);
  const tabStop = Math.min(focused, bars.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfterKey(alongTheRow(event.key), tabStop, bars.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    const row = layer.current?.querySelectorAll<HTMLElement>('button')[to];
    row?.focus();
  };
  return (
    <fieldset
      ref={layer}
      className={classes.layer}
      aria-label={choice.label}
      style={{
        left: 0,
        top: rowsTop,
        width,
        height: step * bars.length,
        margin: 0,
        padding: 0,
        border: 0,
      }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onPoint(undefined)}
    >
      {bars.map((bar, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same label
          key={index}
          type="button"
          aria-pressed={choice.isChosen(index)}
          aria-label={`${bar.label}: ${bar.shown}`}
          tabIndex={index === tabStop ? 0 : -1}
          className={classes.row}
          style={{ top: index * step, height: step }}
          onClick={() => choice.onToggle(index)}
          onFocus={() => {
            setFocused(index);
            onPoint(index);
          }}
          onBlur={() => onPoint(undefined)}
          onPointerEnter={() => onPoint(index)}
        />
      ))}
    </fieldset>
  );
}

/** Bars stand in a row, so up and down move as left and right do. */
const alongTheRow = (key: string): string =>
  key === 'ArrowDown' ? 'ArrowRight' : key === 'ArrowUp' ? 'ArrowLeft' : key;
