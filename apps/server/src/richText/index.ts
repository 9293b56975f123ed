export { renderMarkdown, textOf, withAbsoluteLinks } from './renderMarkdown.ts';
