import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createQueryClient } from '../api/queryClient.ts';
import { Providers } from '../app/Providers.tsx';
import { createPortalRouter, type PortalRouter } from '../app/router.tsx';

/** The whole portal, opened at an address. */
export function renderPortal(address: string): RenderResult & { user: UserEvent; router: PortalRouter } {
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }));
  const view = render(
    <Providers queryClient={createQueryClient()} env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, user: userEvent.setup(), router };
}
