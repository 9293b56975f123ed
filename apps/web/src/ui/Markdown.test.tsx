import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import { Markdown } from './Markdown.tsx';

const isLink = (address: string) => /^(https:\/\/|mailto:|\/x)/.test(address);
const show = (text: string) => renderParts(<Markdown text={text} isLink={isLink} />).container;

it('shows headings below that of the page, paragraphs and lists with their numbers', () => {
  show(
    '# Terms\n\nOne line\nand its end.\n\n## Duties\n3. Keep it **secret**\n4. Delete it\n   in time\n\n- a\n- b',
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Terms' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 3, name: 'Duties' })).toBeVisible();
  expect(screen.getByText('One line and its end.')).toBeVisible();
  const [numbered, marked] = screen.getAllByRole('list');
  expect(numbered).toHaveAttribute('start', '3');
  const items = within(numbered ?? document.body).getAllByRole('listitem');
  expect(items.map((one) => one.textContent.replace(/\s+/g, ' '))).toEqual([
    'Keep it secret',
    'Delete it in time',
  ]);
  expect(marked?.tagName).toBe('UL');
});

it('shows bold, italics and code, and leaves other marks in words alone', () => {
  const shown = show('**Never** try to *identify* _anyone_: `a_b_c` and snake_case_word, 2 * 3 * 4');
  expect(shown.querySelector('strong')).toHaveTextContent('Never');
  expect([...shown.querySelectorAll('em')].map((one) => one.textContent)).toEqual(['identify', 'anyone']);
  expect(shown.querySelector('code')).toHaveTextContent('a_b_c');
  expect(shown).toHaveTextContent('snake_case_word, 2 * 3 * 4');
});

it('links to what may be linked to only', () => {
  show(
    '[site](https://a.example) [mail](mailto:a@b.example) [bad](javascript:alert(1)) [path](/x) [other](//x.example)',
  );
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    'https://a.example',
    'mailto:a@b.example',
    '/x',
  ]);
  expect(screen.getByText(/\[bad\]\(javascript:alert\(1\)\)/)).toHaveTextContent('[other](//x.example)');
});

it('shows HTML as it was typed', () => {
  const shown = show('<img src=x onerror=alert(1)> <b>x</b>');
  expect(shown.querySelector('img, b')).toBeNull();
  expect(shown).toHaveTextContent('<img src=x onerror=alert(1)> <b>x</b>');
});
