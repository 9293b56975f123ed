import { disarmed } from '@atrium/contract/documents/formulas';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { ValueBars } from './ValueBars.tsx';

const bars = ['Female', 'Male', 'Unknown'].map((label, index) => ({
  label,
  value: 30 - index,
  shown: String(30 - index),
}));

const open = () => {
  const onToggle = vi.fn<(index: number) => void>();
  const choice = { label: 'Values of Sex as bars', isChosen: (index: number) => index === 1, onToggle };
  return {
    ...renderParts(
      <ValueBars
        bars={bars}
        summary="Sex: three values."
        headings={['Sex', 'Entries']}
        disarm={disarmed}
        choice={choice}
      />,
    ),
    onToggle,
  };
};

it('a click on a bar toggles its value, and chosen bars are marked as pressed', async () => {
  const { user, onToggle } = open();
  expect(screen.getByRole('button', { name: 'Male: 29' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Female: 30' }));
  expect(onToggle).toHaveBeenCalledWith(0);
});

it('the bars are one tab stop, and arrow keys move among them', async () => {
  const { user, onToggle } = open();
  const [first] = screen.getAllByRole('button', { name: /: \d+$/ });
  first?.focus();
  await user.keyboard('{ArrowRight}{End} ');
  expect(onToggle).toHaveBeenLastCalledWith(2);
  expect(screen.getByRole('button', { name: 'Unknown: 28' })).toHaveAttribute('tabindex', '0');
  expect(first).toHaveAttribute('tabindex', '-1');
});

it('a bar lies behind its whole label, and its figure stands at its end', () => {
  open();
  const drawing = screen.getByRole('img', { name: 'Sex: three values.' });
  const texts = [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts.slice(-6)).toEqual(['Female', '30', 'Male', '29', 'Unknown', '28']);
});

it('two populations are drawn as shares of each, and a switch shows the counts', async () => {
  const { user } = renderParts(
    <ValueBars
      bars={[{ label: 'Female', value: 50, shown: '50', part: { value: 3, shown: '3' } }]}
      summary="Sex: one value."
      headings={['Sex', 'Entries']}
      populations={['All data', 'Active cohort']}
      totals={[100, 4]}
      disarm={disarmed}
    />,
  );
  const drawing = screen.getByRole('img', { name: 'Sex: one value.' });
  expect(drawing).toHaveTextContent('% of group');
  await user.hover(screen.getByText('Female'));
  expect(screen.getByText('75.0% (3)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '% of group' }));
  expect(drawing).toHaveTextContent('Entries');
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('row', { name: 'Female 50 3' })).toBeVisible();
});
