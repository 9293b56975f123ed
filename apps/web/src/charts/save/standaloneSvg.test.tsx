import { disarmed } from '@atrium/contract/documents/formulas';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { ValueBars } from '../rows/ValueBars.tsx';
import { standaloneSvg } from './standaloneSvg.ts';

it('a saved drawing needs nothing of the page: it has a title, a description, a background and no classes', () => {
  renderParts(
    <ValueBars
      bars={[{ label: 'A & B', value: 3, shown: '3' }]}
      summary="Sex: one value."
      headings={['Sex', 'Entries']}
      disarm={disarmed}
    />,
  );
  const svg = screen.getByRole('img');
  if (!(svg instanceof SVGSVGElement)) throw new Error('no drawing');
  const text = standaloneSvg(svg, {
    headings: ['Sex', 'Entries'],
    summary: 'Sex: one value.',
    populations: ['All data', 'Active cohort'],
  });
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(read.querySelector('title')?.textContent).toBe('Sex');
  expect(read.querySelector('desc')?.textContent).toBe('Sex: one value.');
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(text).toContain('A &amp; B');
  expect(text).not.toContain('class=');
  const words = [...read.querySelectorAll('text')].map((element) => element.textContent);
  expect(words).toEqual(expect.arrayContaining(['Sex', 'All data', 'Active cohort']));
});
