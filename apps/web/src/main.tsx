import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './ui/theme/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setInstallation } from './api/installation.ts';
import { createQueryClient } from './api/queryClient.ts';
import { Providers } from './app/Providers.tsx';
import { readablePath } from './app/readableAddress.ts';
import { createPortalRouter } from './app/router.tsx';
import { site } from './app/site.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

setInstallation(site);
const { pathname, search, hash } = window.location;
if (readablePath(pathname) !== pathname)
  window.history.replaceState(null, '', `${readablePath(pathname)}${search}${hash}`);
const router = createPortalRouter();
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

const { analytics } = site;
if (analytics !== null) void import('./app/analytics.ts').then(({ track }) => track(analytics, router));
