import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { expect, it } from 'vitest';
import { useFocusKeeper } from './useFocusKeeper.ts';

interface Shown {
  readonly isOff?: boolean;
  readonly isBusy?: boolean;
  readonly items?: readonly string[];
  readonly hasDialog?: boolean;
}

function Page({ isOff = false, isBusy = false, items = [], hasDialog = false }: Shown) {
  useFocusKeeper();
  return (
    <>
      <main>
        <h1 tabIndex={-1}>Filters</h1>
        <button type="button" disabled={isOff || isBusy} data-loading={isBusy || undefined}>
          Apply
        </button>
        <ul>
          {items.map((item) => (
            <li key={item}>
              <button type="button">{`Edit ${item}`}</button>
              <button type="button">{`Remove ${item}`}</button>
            </li>
          ))}
        </ul>
        <p>Nothing to press</p>
      </main>
      {hasDialog &&
        createPortal(
          <div role="dialog">
            <button type="button">Close</button>
          </div>,
          document.body,
        )}
    </>
  );
}

function shows(given: Shown = {}) {
  const { rerender } = render(<Page {...given} />);
  return (next: Shown) => rerender(<Page {...next} />);
}

const button = (name: string) => screen.getByRole('button', { name });
const focus = (name: string) => act(() => button(name).focus());
/** A browser takes the focus from a button that is switched off; this document leaves it there until the button moves. */
const lose = () => {
  const apply = button('Apply');
  const after = apply.nextSibling;
  const parent = apply.parentElement;
  apply.remove();
  parent?.insertBefore(apply, after);
};
/** As long as the hook waits for the screen, and one frame more. */
const frames = async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
};

it('a button that is switched off hands the focus to the heading around it', async () => {
  const show = shows();
  focus('Apply');
  show({ isOff: true });
  act(lose);
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

it('a button that is busy gets the focus back when its action is done', async () => {
  const show = shows();
  focus('Apply');
  show({ isBusy: true });
  act(lose);
  await frames();
  expect(document.body).toHaveFocus();
  show({});
  await waitFor(() => expect(button('Apply')).toHaveFocus());
});

it('an item that vanishes hands the focus to the same button of the next one, and the last to the heading', async () => {
  const show = shows({ items: ['Sex', 'Race'] });
  focus('Remove Sex');
  show({ items: ['Race'] });
  await waitFor(() => expect(button('Remove Race')).toHaveFocus());
  show({ items: [] });
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

it('a dialog that vanishes hands the focus to what had it before', async () => {
  const show = shows();
  focus('Apply');
  show({ hasDialog: true });
  focus('Close');
  show({});
  await waitFor(() => expect(button('Apply')).toHaveFocus());
});

it('a click beside everything gives the focus up, and a change afterwards does not bring it back', async () => {
  const show = shows({ items: ['Sex'] });
  focus('Remove Sex');
  await userEvent.click(screen.getByText('Nothing to press'));
  await new Promise((passed) => setTimeout(passed));
  show({ items: [] });
  await frames();
  expect(document.body).toHaveFocus();
});

it('a browser that takes the focus long after the button was switched off is noticed', async () => {
  const show = shows();
  focus('Apply');
  show({ isBusy: true });
  await frames();
  expect(button('Apply')).toHaveFocus();
  show({ isOff: true });
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

it('a button that is on again before anybody noticed gets the focus back', async () => {
  const show = shows();
  focus('Apply');
  show({ isOff: true });
  act(() => button('Apply').blur());
  show({});
  await frames();
  expect(document.body).not.toHaveFocus();
});
