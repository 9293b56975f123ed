import type { QueryClient } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Providers } from '../app/Providers.tsx';
import { createTestClient } from './clients.ts';

/** Renders parts with the theme, toasts and a new query client, which `prepare` may fill; there is no router. */
export function renderParts(
  parts: ReactNode,
  prepare: (client: QueryClient) => void = () => {},
): RenderResult & { user: UserEvent; client: QueryClient } {
  const queryClient = createTestClient();
  prepare(queryClient);
  const user = userEvent.setup();
  const wrap = (children: ReactNode) => (
    <Providers queryClient={queryClient} env="test">
      {children}
    </Providers>
  );
  const view = render(wrap(parts));
  return { ...view, rerender: (next) => view.rerender(wrap(next)), user, client: queryClient };
}
