import { disarmed } from '@atrium/contract/documents/formulas';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { ValueBars } from '../rows/ValueBars.tsx';
import { nameOfFigure } from './figure.ts';
import { standaloneSvg } from './standaloneSvg.ts';
import { tablePicture } from './tablePicture.ts';

it('a saved drawing needs nothing of the page, and says what it is, of whom and from when (rule 17.38)', () => {
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
  const figure = {
    ...{ title: 'Sex', summary: 'Sex: one value.', name: 'Sex', dataset: 'default', receipt: 'w07n-8k2m' },
    legend: [{ label: 'All data', color: 'var(--nothing)', opacity: 0.3 }],
    words: ['All data: n = 12,000'],
    ...{ rows: () => [], disarm: disarmed },
  };
  const now = new Date(2026, 10, 27);
  const { text, width, height } = standaloneSvg(svg, figure, now);
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(read.querySelector('title')?.textContent).toBe('Sex');
  expect(read.querySelector('desc')?.textContent).toBe('Sex: one value.');
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(text).toContain('A &amp; B');
  expect(text).not.toContain('class=');
  const words = [...read.querySelectorAll('text')].map((element) => element.textContent);
  expect(words).toEqual(expect.arrayContaining(['Sex', 'All data', 'All data: n = 12,000']));
  expect(words.join(' ')).toContain('Dataset default, receipt w07n-8k2m, saved November 27, 2026.');
  expect(text).not.toContain('var(--');
  expect(read.documentElement.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`);
  expect(nameOfFigure(figure, 'svg', now)).toBe('sex_default_2026-11-27_w07n.svg');
  const table = standaloneSvg(
    tablePicture([
      ['Concept', 'Male'],
      ['Weight', '12 (1)'],
    ]),
    figure,
    now,
  );
  expect(table.text).toContain('>12 (1)</text>');
});
