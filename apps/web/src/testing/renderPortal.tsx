import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Providers } from '../app/Providers.tsx';
import { createPortalRouter, type PortalRouter } from '../app/router.tsx';
import { createTestClient } from './clients.ts';

/** The whole portal, opened at an address. */
export function renderPortal(
  address: string,
): RenderResult & { user: UserEvent; router: PortalRouter; queryClient: QueryClient } {
  const queryClient = createTestClient();
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }));
  const view = render(
    <Providers queryClient={queryClient} env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, user: userEvent.setup(), router, queryClient };
}
