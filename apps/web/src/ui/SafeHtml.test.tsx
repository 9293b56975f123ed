import { expect, it } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import { SafeHtml } from './SafeHtml.tsx';

const drawn = (html: string): string | undefined =>
  renderParts(<SafeHtml html={html} />).container.querySelector('span')?.innerHTML;

it('keeps emphasis, breaks and lists', () => {
  const html = '<strong>Age</strong> <em>≤ 4</em><br><ul><li>years</li></ul>';
  expect(drawn(html)).toBe(html);
});

it('removes everything that can run', () => {
  const html = 'a<img src="x" onerror="alert(1)"><script>alert(2)</script><style>p{}</style>b';
  expect(drawn(html)).toBe('ab');
});

it('keeps the text of unknown markup', () => {
  expect(drawn('<h1>Big</h1> <a href="javascript:alert(1)">link</a>')).toBe('Big link');
});

it('keeps no attributes, so that text cannot look like a part of the portal', () => {
  expect(drawn('<p class="x" style="position:fixed" onclick="alert(1)">a</p>')).toBe('<p>a</p>');
});
