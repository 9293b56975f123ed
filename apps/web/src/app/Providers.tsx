import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { whenSessionIsLost } from '../api/endOfSession.ts';
import { currentUserQuery } from '../api/session.ts';
import { LiveRegion } from '../ui/LiveRegion.tsx';
import { cssVariablesOf } from '../ui/theme/cssVariables.ts';
import { theme } from '../ui/theme/theme.ts';
import { site } from './site.ts';

/** The nonce of this page's content security policy, written into index.html by the server. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

setNonce(nonce);

const colours = cssVariablesOf(site.tokens);
const cssVariables: typeof colours = (theme) => ({
  ...colours(theme),
  variables: { '--atrium-title-size': site.header.titleSize },
});

const Toasts = lazy(async () => ({ default: (await import('../ui/Toasts.tsx')).Toasts }));

export interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly env?: 'default' | 'test';
  readonly children: ReactNode;
}

/** Theme, server state, toasts and the live region; tests use the same ones. */
export function Providers({ queryClient, env = 'default', children }: ProvidersProps) {
  useEffect(
    () =>
      whenSessionIsLost(() => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })),
    [queryClient],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
      env={env}
    >
      <QueryClientProvider client={queryClient}>
        {children}
        <SignedInToasts isTest={env === 'test'} />
        <LiveRegion />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** A stranger causes no toasts, and does not wait for their code. */
function SignedInToasts({ isTest }: { readonly isTest: boolean }) {
  const { data } = useQuery({ ...currentUserQuery, enabled: false });
  if (!isTest && !data?.user) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
