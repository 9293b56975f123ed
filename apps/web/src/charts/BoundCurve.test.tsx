import { disarmed } from '@atrium/contract/documents/formulas';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import { BoundCurve } from './BoundCurve.tsx';
import type { Range } from './brush/rangeBrush.ts';

const figure = (value: number) => ({ value, shown: String(value) });
const bins = [
  { label: '0 – 9', min: figure(60), max: figure(20) },
  { label: '10 – 19', min: figure(40), max: figure(60) },
  { label: '20 – 29', min: undefined, max: undefined },
];
const edges = [
  [0, 9],
  [10, 19],
  [20, 29],
] as const;

function open(range: Range) {
  const onRange = vi.fn<(range: Range) => void>();
  const points = {
    min: [
      { position: 0, value: 60 },
      { position: 1, value: 40 },
    ],
    max: [{ position: 1, value: 20 }],
  };
  const parts = renderParts(
    <BoundCurve
      bins={bins}
      points={points}
      lines={['From here on', 'Up to here']}
      summary="Weight: by each bound."
      headings={['Weight', 'Participants']}
      disarm={disarmed}
      brush={{ edges, range, onRange, spoken: String }}
    />,
  );
  const layer = screen.getByTestId('brush');
  layer.setPointerCapture = () => {};
  return { ...parts, onRange, layer };
}
const press = (layer: HTMLElement, clientX: number) =>
  fireEvent.pointerDown(layer, { button: 0, pointerType: 'mouse', clientX });

it('a press on the curve moves the nearer bound and leaves the other one', () => {
  const { layer, onRange } = open({ min: null, max: null });
  press(layer, 10);
  expect(onRange).toHaveBeenLastCalledWith({ min: 0, max: null });
  press(layer, 90);
  expect(onRange).toHaveBeenLastCalledWith({ min: null, max: 29 });
});

it('its table holds both figures of each bin, and a dash where there is no such range', async () => {
  const { user } = open({ min: null, max: null });
  expect(screen.getByRole('img', { name: 'Weight: by each bound.' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('row', { name: '0 – 9 60 20' })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: '20 – 29 – –' })).toBeInTheDocument();
});
