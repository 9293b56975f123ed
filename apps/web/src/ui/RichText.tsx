import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import classes from './RichText.module.css';

export interface RichTextProps {
  readonly html: string;
  /** The level of the highest heading in the text; those below it follow. */
  readonly headingsFrom: 2 | 3 | 4;
  /** Whether the page may link to an address. */
  readonly isLink: (address: string) => boolean;
}

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'a', 'img'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption', 'figure', 'figcaption', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'colspan', 'rowspan', 'scope', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Markup of an article or of a page of the site, without anything that could act (rule 14.47). */
export function RichText({ html, headingsFrom, isLink }: RichTextProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current?.replaceChildren(cleaned({ html, headingsFrom, isLink }));
  }, [html, headingsFrom, isLink]);
  return <div ref={element} className={classes.text} />;
}

function cleaned({ html, headingsFrom, isLink }: RichTextProps): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const anchor of fragment.querySelectorAll('a')) {
    if (!isLink(anchor.getAttribute('href') ?? '')) anchor.removeAttribute('href');
    anchor.setAttribute('rel', 'noreferrer');
  }
  lowerHeadings(fragment, headingsFrom);
  for (const [index, wide] of fragment.querySelectorAll('table, pre').entries()) {
    const region = document.createElement('section');
    region.tabIndex = 0;
    const what = wide.querySelector('caption')?.textContent ?? (wide.matches('pre') ? 'Code' : 'Table');
    region.setAttribute('aria-label', `${what} ${index + 1}`);
    wide.replaceWith(region);
    region.append(wide);
  }
  return fragment;
}

/** The highest heading of the text gets the given level, and no level is left out. */
function lowerHeadings(fragment: DocumentFragment, from: number): void {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    const level = Math.min(6, from + levels.indexOf(heading.tagName));
    const lower = document.createElement(`h${level}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}
