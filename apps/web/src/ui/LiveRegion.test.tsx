import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import { announce } from './announce.ts';

it('announces each sentence, also the same one twice', () => {
  renderParts(null);
  act(() => announce('128 subjects'));
  const first = screen.getByText('128 subjects');
  act(() => announce('128 subjects'));
  expect(screen.getByText('128 subjects')).not.toBe(first);
});
