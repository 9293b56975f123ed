import { disarmed } from '@atrium/contract/documents/formulas';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import type { Range } from './brush/rangeBrush.ts';
import { Histogram } from './Histogram.tsx';

const bins = [
  { label: '0 – 9', value: 40, shown: '40', part: { value: 4, shown: '4' } },
  { label: '10 – 19', value: 20, shown: '20', part: { value: 10, shown: '10' } },
];
const edges = [
  [0, 9],
  [10, 19],
] as const;

function Bed({ onRange }: { readonly onRange: (range: Range) => void }) {
  const [range, setRange] = useState<Range>({ min: null, max: null });
  return (
    <Histogram
      bins={bins}
      summary="Weight: histogram of 2 bins."
      headings={['Weight', 'Entries']}
      disarm={disarmed}
      populations={['All data', 'Active cohort']}
      brush={{
        edges,
        range,
        onRange: (next) => {
          setRange(next);
          onRange(next);
        },
        spoken: (value) => `${value} kg`,
      }}
    />
  );
}

const open = () => {
  const onRange = vi.fn<(range: Range) => void>();
  return { ...renderParts(<Bed onRange={onRange} />), onRange };
};

it('is a picture described by a sentence, and a table of the same figures', async () => {
  const { user } = open();
  expect(screen.getByRole('img', { name: 'Weight: histogram of 2 bins.' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('row', { name: '10 – 19 20 10' })).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Active cohort' })).toBeInTheDocument();
});

it('the ends of the range are sliders that move from bin to bin and announce their value', async () => {
  const { user, onRange } = open();
  const least = screen.getByRole('slider', { name: 'Minimum on the chart' });
  expect(least).toHaveAttribute('aria-valuetext', 'open');
  least.focus();
  await user.keyboard('{ArrowRight}');
  expect(onRange).toHaveBeenLastCalledWith({ min: 10, max: null });
  expect(least).toHaveAttribute('aria-valuetext', '10 kg');
  await user.keyboard('{Delete}');
  expect(onRange).toHaveBeenLastCalledWith({ min: null, max: null });
});

it('a drag across the bars chooses whole bins', () => {
  const { onRange } = open();
  const layer = screen.getByTestId('brush');
  layer.setPointerCapture = () => {};
  fireEvent.pointerDown(layer, { button: 0, pointerType: 'mouse', clientX: 70 });
  expect(onRange).toHaveBeenLastCalledWith({ min: 10, max: 19 });
  fireEvent.pointerMove(layer, { clientX: 10 });
  expect(onRange).toHaveBeenLastCalledWith({ min: 0, max: 19 });
  fireEvent.pointerUp(layer);
  const calls = onRange.mock.calls.length;
  fireEvent.pointerMove(layer, { clientX: 90 });
  expect(onRange.mock.calls).toHaveLength(calls);
});

it('the scale of all charts can be made logarithmic, also after a reload', async () => {
  const first = open();
  const heightOf = () => Number(document.querySelector('rect[fill-opacity]')?.getAttribute('height'));
  const second = () => Number(document.querySelectorAll('rect[fill-opacity]')[1]?.getAttribute('height'));
  expect(second() / heightOf()).toBeCloseTo(0.5);
  const button = screen.getByRole('button', { name: 'Logarithmic scale' });
  await first.user.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(second() / heightOf()).toBeGreaterThan(0.8);
  expect(screen.getByText('Entries (log)')).toBeInTheDocument();
  first.unmount();
  open();
  expect(screen.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute('aria-pressed', 'true');
});
