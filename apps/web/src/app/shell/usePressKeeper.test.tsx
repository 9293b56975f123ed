import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePressKeeper } from './usePressKeeper.ts';

const at = { clientX: 10, clientY: 10, button: 0, isPrimary: true };

/** A list with a button; `moves` puts the button elsewhere. */
function shows() {
  const [onPress, onList] = [vi.fn(), vi.fn()];
  function Page() {
    usePressKeeper();
    return (
      // biome-ignore lint/a11y: the list stands for what lies around a button
      <ul onClick={onList}>
        <button type="button" onClick={onPress}>
          Add
        </button>
      </ul>
    );
  }
  render(<Page />);
  const button = screen.getByRole('button');
  return {
    onPress,
    onList,
    button,
    around: screen.getByRole('list'),
    moves: () => vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ x: 0, y: 40 })),
  };
}

it('what moves away between press and release is pressed, once', () => {
  const { onPress, onList, button, around, moves } = shows();
  fireEvent.pointerDown(button, at);
  moves();
  fireEvent.pointerUp(around, at);
  fireEvent.click(around, at);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(onList).toHaveBeenCalledTimes(1);
});

it('who moves the pointer away takes the press back', () => {
  const { onPress, button, around, moves } = shows();
  fireEvent.pointerDown(button, at);
  moves();
  fireEvent.pointerUp(around, { ...at, clientX: 200 });
  expect(onPress).not.toHaveBeenCalled();
});

it('a click on what stays where it is is made once', () => {
  const { onPress, button } = shows();
  fireEvent.pointerDown(button, at);
  fireEvent.pointerUp(button, at);
  fireEvent.click(button, at);
  expect(onPress).toHaveBeenCalledTimes(1);
});
