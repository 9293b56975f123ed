import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { SidePanel } from './SidePanel.tsx';

const open = (side: 'left' | 'right', isOpen = true) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 320, 600));
  return renderParts(
    <SidePanel side={side} label="Cohort" isOpen={isOpen} onToggle={() => {}}>
      Filters
    </SidePanel>,
  );
};
const panel = () => screen.getByRole('complementary', { name: 'Cohort' });
const edge = () => screen.getByRole('separator', { name: 'Width of cohort' });

it.each([
  ['left', '{ArrowRight}', '336px'],
  ['left', '{ArrowLeft}', '304px'],
  ['right', '{ArrowRight}', '304px'],
  ['right', '{ArrowLeft}', '336px'],
] as const)(
  'the edge of the %s column moves by %s to a width of %s, and a double click gives it back',
  async (side, key, width) => {
    const { user } = open(side);
    edge().focus();
    await user.keyboard(key);
    expect(panel()).toHaveStyle({ width });
    await user.dblClick(edge());
    expect(panel()).not.toHaveAttribute('style');
  },
);

it('a drag sets the width, within limits', () => {
  open('left');
  let isHeld = false;
  Object.assign(edge(), {
    setPointerCapture: () => {
      isHeld = true;
    },
    hasPointerCapture: () => isHeld,
  });
  fireEvent.pointerMove(edge(), { clientX: 500 });
  expect(panel()).not.toHaveAttribute('style');
  fireEvent.pointerDown(edge());
  fireEvent.pointerMove(edge(), { clientX: 500 });
  expect(panel()).toHaveStyle({ width: '400px' });
  fireEvent.pointerMove(edge(), { clientX: 2000 });
  expect(panel()).toHaveStyle({ width: '560px' });
});

it('a closed column has no edge to draw', () => {
  open('right', false);
  expect(screen.queryByRole('separator')).toBeNull();
});
