import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { SignInNotice } from './SignInNotice.tsx';

it('shows the notice of the site, and HTML in it as it was typed', () => {
  renderParts(<SignInNotice text={'This is **monitored**.\n\n<script>alert(1)</script>'} />);
  const notice = screen.getByRole('region', { name: 'Notice' });
  expect(notice).toHaveTextContent('This is monitored.');
  expect(notice).toHaveTextContent('<script>alert(1)</script>');
});

it.each(['', ' \n'])('shows nothing where the site says %j', (text) => {
  renderParts(<SignInNotice text={text} />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
