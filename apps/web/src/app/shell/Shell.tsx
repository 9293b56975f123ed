import { Outlet } from '@tanstack/react-router';

export function Shell() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
