import { createElement, Fragment, type ReactNode } from 'react';

const kept = new Set(['strong', 'b', 'em', 'i', 'br', 'p', 'ul', 'ol', 'li', 'sub', 'sup', 'code']);
const silenced = new Set([
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
  if (silenced.has(name)) return null;
  if (name === 'br') return <br key={key} />;
  const children = Array.from(node.childNodes, rebuild);
  return createElement(kept.has(name) ? name : Fragment, { key }, ...children);
}

/**
 * Text markup from the server. The HTML is read into a document that runs nothing, and only emphasis, breaks, lists
 * and paragraphs are drawn again, without attributes; of anything else the text remains.
 */
export function SafeHtml({ html }: { readonly html: string }) {
  const read = new DOMParser().parseFromString(html, 'text/html');
  return <span>{Array.from(read.body.childNodes, rebuild)}</span>;
}
