import { disarmed } from '@atrium/contract/documents/formulas';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { GroupedBars } from './GroupedBars.tsx';

it('the label of each group stands under the axis in full, in as many lines as it takes', () => {
  const groups = ['Hypoplastic left heart syndrome with an intact atrial septum', 'VSD'];
  renderParts(
    <GroupedBars
      groups={groups}
      series={[{ name: 'Subjects', values: groups.map(() => ({ value: 1, shown: '1', isHidden: false })) }]}
      layout="grouped"
      summary="Two lesions."
      headings={['Lesion', 'Subjects']}
      disarm={disarmed}
    />,
  );
  const lines = [...screen.getByRole('img', { name: 'Two lesions.' }).querySelectorAll('tspan')];
  const texts = lines.map(({ textContent }) => textContent);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.join(' ')).toContain(groups.join(' '));
});
