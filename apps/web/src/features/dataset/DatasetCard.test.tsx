import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDataset } from '../../testing/people.ts';
import { renderParts } from '../../testing/renderParts.tsx';
import { ClosedDatasetCard } from './DatasetCard.tsx';

const closed = aDataset({ selectable: false, contactEmail: 'access@hearts.example' });

it('links to the site’s address for requests for access', () => {
  renderParts(<ClosedDatasetCard dataset={closed} accessRequests="https://permissions.example/ask" />);
  const [link, ...others] = screen.getAllByRole('link');
  expect(link).toHaveAttribute('href', 'https://permissions.example/ask');
  expect(link).toHaveTextContent('Ask for access');
  expect(others).toEqual([]);
});

it('links to the contact of the dataset where the site has no such address', () => {
  renderParts(<ClosedDatasetCard dataset={closed} accessRequests="" />);
  expect(screen.getByRole('link')).toHaveAttribute('href', 'mailto:access@hearts.example');
});

it('shows for a dataset that is closed again when the access ended', () => {
  renderParts(<ClosedDatasetCard dataset={{ ...closed, accessUntil: '2026-03-31' }} accessRequests="" />);
  expect(screen.getByText('Your access ended on March 31, 2026')).toBeVisible();
});
