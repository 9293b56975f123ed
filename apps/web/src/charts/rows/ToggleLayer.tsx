import { type KeyboardEvent, useRef, useState } from 'react';
import { indexAfterKey } from '../../lib/indexAfterKey.ts';
import type { Bar } from '../bar.ts';
import classes from '../Chart.module.css';

export interface ChosenBars {
  readonly isChosen: (index: number) => boolean;
  readonly onToggle: (index: number) => void;
  /** The accessible name of the toggles as a group. */
  readonly label: string;
}

interface ToggleLayerProps {
  /** The room of all bars, in pixels. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  /** Whether bars stand below or beside one another. */
  readonly along: 'rows' | 'columns';
  readonly bars: readonly Bar[];
  readonly choice: ChosenBars;
  readonly onPoint: (bar: number | undefined) => void;
}

/** A toggle over the whole room of each bar. They are one tab stop; arrow keys move among them. */
export function ToggleLayer({ box, along, bars, choice, onPoint }: ToggleLayerProps) {
  const [focused, setFocused] = useState(0);
  const layer = useRef<HTMLFieldSetElement>(null);
  const tabStop = Math.min(focused, bars.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfterKey(alongTheRow(event.key), tabStop, bars.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    const bar = layer.current?.querySelectorAll<HTMLElement>('button')[to];
    bar?.focus();
  };
  const styleOf = (index: number) => {
    if (along === 'rows') {
      const height = box.height / bars.length;
      return { left: 0, width: box.width, top: index * height, height };
    }
    const width = box.width / bars.length;
    return { left: index * width, width, top: 0, height: box.height };
  };
  return (
    <fieldset
      ref={layer}
      className={classes.layer}
      aria-label={choice.label}
      style={{ ...box, margin: 0, padding: 0, border: 0 }}
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
          className={classes.toggle}
          style={styleOf(index)}
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
