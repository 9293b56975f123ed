import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import { ErrorPage } from './ErrorPage.tsx';

const error = new Error('column "sex" does not exist');

it('says that something went wrong, and keeps the cause from visitors (rule 11.5)', () => {
  renderParts(<ErrorPage error={error} onHome={() => {}} onReload={() => {}} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  const box = screen.getByRole('alert');
  expect(box).toHaveTextContent('Refused to fetch');
  expect(box).toHaveTextContent('You may have been logged out, or the api may be experiencing issues');
  expect(box).not.toHaveTextContent('column');
});

it('shows the cause to a developer', () => {
  renderParts(<ErrorPage error={error} detailed onHome={() => {}} onReload={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('column "sex" does not exist');
});

it('shows the id of the failed request, for support', () => {
  renderParts(<ErrorPage error={error} requestId="b704-96b5" onHome={() => {}} onReload={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('For the support: request b704-96b5');
});

it('offers the home page and a reload', async () => {
  const onHome = vi.fn();
  const onReload = vi.fn();
  const { user } = renderParts(<ErrorPage error={error} onHome={onHome} onReload={onReload} />);
  await user.click(screen.getByRole('button', { name: 'Go to home page' }));
  await user.click(screen.getByRole('button', { name: 'Reload Page' }));
  expect(onHome).toHaveBeenCalledTimes(1);
  expect(onReload).toHaveBeenCalledTimes(1);
});
