import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../../api/apiError.ts';
import { ErrorPage } from '../../ui/ErrorPage.tsx';

/** Any failure to fetch or draw a screen ends here; header and footer stay. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <ErrorPage
      error={error}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      detailed={import.meta.env.DEV}
      onHome={() => window.location.assign('/')}
      onReload={() => window.location.reload()}
    />
  );
}
