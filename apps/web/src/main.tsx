import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queryClient.ts';
import { App } from './app/App.tsx';
import { createPortalRouter } from './app/router.tsx';
import { site } from './app/site.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
const router = createPortalRouter();
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
);

const { analytics } = site;
if (analytics !== null) void import('./app/analytics.ts').then(({ track }) => track(analytics, router));
