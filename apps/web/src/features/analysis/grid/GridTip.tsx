import { type RefObject, useEffect, useState } from 'react';
import { formatCount } from '../../../lib/formatNumber.ts';
import type { AnalysisDisplay } from '../analysisAddress.ts';
import { gridWords } from '../words.ts';
import { formatShare, shareOf } from './figures.ts';
import classes from './Grid.module.css';
import { type GridLayout, pathText, wholeOf } from './gridLayout.ts';

interface GridTipProps {
  readonly region: RefObject<HTMLElement | null>;
  readonly layout: GridLayout;
  readonly display: AnalysisDisplay;
}

interface Tip {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly isBelow: boolean;
}

const roomAbove = 60;

/** One tool-tip for all cells and headers, with their full text; Escape and scrolling send it away. */
export function GridTip({ region, layout, display }: GridTipProps) {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const hide = () => setTip(undefined);
    const show = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip], td') : null;
      const text = target instanceof HTMLElement ? tipText(target, layout, display) : '';
      if (event.pointerType === 'touch' || target === null || text === '') return hide();
      const box = target.getBoundingClientRect();
      const isBelow = box.top < roomAbove;
      setTip({
        text,
        left: within(Math.min(box.left + box.width / 2, event.clientX + 80)),
        top: isBelow ? box.bottom : box.top,
        isBelow,
      });
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    element.addEventListener('pointerover', show);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('scroll', hide, { passive: true });
    document.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('pointerover', show);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('scroll', hide);
      document.removeEventListener('keydown', onKey);
    };
  }, [region, layout, display]);
  if (tip === undefined) return null;
  return (
    <div
      className={classes.tip}
      data-below={tip.isBelow}
      style={{ left: tip.left, top: tip.top }}
      aria-hidden
    >
      {tip.text}
    </div>
  );
}

const halfWidth = 168;

/** Keeps the middle of a tip far enough from both edges of the window that its text stays inside. */
const within = (place: number): number =>
  Math.max(halfWidth, Math.min(place, document.documentElement.clientWidth - halfWidth));

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

function tipText(target: HTMLElement, layout: GridLayout, display: AnalysisDisplay): string {
  const { tip, sum } = target.dataset;
  if (tip !== undefined) return tip;
  const row = numberOf(target.dataset['row']);
  const column = numberOf(target.dataset['column']);
  const { index, columns, data } = layout.crossTab;
  const headers = [
    ...(row === undefined || layout.rows.length === 0 ? [] : [pathText(index[row])]),
    ...(column === undefined || layout.cols.length === 0 ? [] : [pathText(columns[column])]),
  ].join(' · ');
  if (sum !== undefined) return sumTip(target, headers);
  if (row === undefined || column === undefined) return '';
  const cell = data[row]?.[column] ?? 0;
  if (typeof cell === 'string') return gridWords.hiddenCell(headers, cell);
  const { percentOf } = display;
  const of = percentOf && wholeOf(layout.sums, percentOf, row, column);
  const share = of ? formatShare(shareOf(cell, of), of) : '';
  const figure = `${formatCount(cell)} ${cell === 1 ? 'subject' : 'subjects'}`;
  return gridWords.cell(headers, share === '' ? figure : `${figure} (${share})`);
}

function sumTip(target: HTMLElement, headers: string): string {
  const isAtLeast = target.textContent?.startsWith('≥') ?? false;
  const says = isAtLeast ? `${gridWords.sumHint} ${gridWords.atLeastHint}` : gridWords.sumHint;
  return headers === '' ? says : gridWords.cell(headers, says);
}
