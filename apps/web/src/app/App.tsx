import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Providers } from './Providers.tsx';
import type { PortalRouter } from './router.tsx';

export function App({ queryClient, router }: { queryClient: QueryClient; router: PortalRouter }) {
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  );
}
