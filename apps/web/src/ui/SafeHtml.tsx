import { createElement, Fragment, type ReactNode } from 'react';

const kept = new Set(['strong', 'b', 'em', 'i', 'br', 'p', 'ul', 'ol', 'li', 'sub', 'sup', 'code']);
const dropped = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
]);

function rebuild(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const name = node.nodeName.toLowerCase();
  if (dropped.has(name)) return null;
  if (name === 'br') return <br key={key} />;
  const children = Array.from(node.childNodes, rebuild);
  return createElement(kept.has(name) ? name : Fragment, { key }, ...children);
}

/**
 * Text markup from the server. The HTML is parsed into a document that runs no scripts. Only emphasis, breaks, lists and
 * paragraphs are rendered, without attributes. Of other elements only the text is rendered.
 */
export function SafeHtml({ html }: { readonly html: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return <span>{Array.from(parsed.body.childNodes, rebuild)}</span>;
}
