import type { CrossTabTotals } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { type RefObject, useEffect, useState } from 'react';
import { type Noun, quantityOf } from '../../../api/nouns.ts';
import { Tip } from '../../../ui/Tip.tsx';
import { gridWords } from '../analysisWords.ts';
import { formatCell, formatShare, shareOf, wholeOf } from './figures.ts';
import classes from './Grid.module.css';
import { type GridParts, pathText } from './gridLayout.ts';

type Described = Pick<GridParts, 'layout' | 'subject' | 'display'>;

interface GridTipProps extends Described {
  readonly region: RefObject<HTMLElement | null>;
}

interface ShownTip {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly isBelow: boolean;
}

const roomAbove = 60;

/** One tooltip for all cells and headers, with their full text. Escape and scrolling hide it. */
export function GridTip({ region, layout, subject, display }: GridTipProps) {
  const [tip, setTip] = useState<ShownTip>();
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const hide = () => setTip(undefined);
    const show = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip], td') : null;
      const text = target instanceof HTMLElement ? tipText(target, { layout, subject, display }) : '';
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
  }, [region, layout, subject, display]);
  if (tip === undefined) return null;
  return (
    <Tip className={classes.tip} left={tip.left} top={tip.top} isBelow={tip.isBelow}>
      {tip.text}
    </Tip>
  );
}

const halfWidth = 168;

/** Keeps the whole tooltip inside the window; `middle` is the middle of it. */
const within = (middle: number): number =>
  Math.max(halfWidth, Math.min(middle, document.documentElement.clientWidth - halfWidth));

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

function tipText(target: HTMLElement, { layout, subject, display }: Described): string {
  const { tip, total } = target.dataset;
  if (tip !== undefined) return tip;
  const row = numberOf(target.dataset['row']);
  const column = numberOf(target.dataset['column']);
  const { index, columns, data, totals } = layout.crossTab;
  const headers = [
    ...(row === undefined || layout.rows.length === 0 ? [] : [pathText(index[row])]),
    ...(column === undefined || layout.cols.length === 0 ? [] : [pathText(columns[column])]),
  ].join(' · ');
  if (total !== undefined) return totalTip(totalAt(totals, row, column), headers, subject);
  if (row === undefined || column === undefined) return '';
  const cell = data[row]?.[column] ?? 0;
  if (typeof cell === 'string') return gridWords.cell(headers, gridWords.hiddenCell);
  const { percentOf } = display;
  const share =
    percentOf === undefined ? '' : formatShare(shareOf(cell, wholeOf(totals, percentOf, { row, column })));
  const figure = quantityOf(cell, subject);
  return gridWords.cell(headers, share === '' ? figure : `${figure} (${share})`);
}

const totalAt = (
  totals: CrossTabTotals | undefined,
  row: number | undefined,
  column: number | undefined,
): ShownCount => {
  if (row !== undefined) return totals?.rows[row] ?? 0;
  return (column === undefined ? totals?.all : totals?.columns[column]) ?? 0;
};

function totalTip(total: ShownCount, headers: string, subject: Noun): string {
  const figure = typeof total === 'number' ? quantityOf(total, subject) : formatCell(total);
  return gridWords.cell(headers === '' ? gridWords.total : headers, `${figure}. ${gridWords.totalHint}`);
}
