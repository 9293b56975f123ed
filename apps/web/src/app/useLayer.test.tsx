import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useLayer } from './useLayer.ts';

function Screen() {
  const layer = useLayer();
  return (
    <>
      <button type="button" onClick={() => layer.open('/screen?dialog=open')}>
        Open
      </button>
      <button type="button" onClick={() => layer.close('/screen')}>
        Close
      </button>
    </>
  );
}

it('a dialog that is closed twice before the browser has gone back leads back once', async () => {
  window.history.replaceState(null, '', '/screen');
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen, notFoundComponent: () => null }),
    history: createBrowserHistory(),
  });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const goBack = window.history.back.bind(window.history);
  // Browsers go back some time after the call.
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => void setTimeout(goBack));
  for (const times of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    expect(window.location.search).toBe('?dialog=open');
    const close = screen.getByRole('button', { name: 'Close' });
    close.click();
    close.click();
    expect(back).toHaveBeenCalledTimes(times);
    await waitFor(() => expect(window.location.search).toBe(''));
  }
});
