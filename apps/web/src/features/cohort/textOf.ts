/** The words of a piece of HTML, for titles and names; a document made by the parser runs nothing. */
export const textOf = (html: string): string =>
  new DOMParser().parseFromString(html.replaceAll('<br>', ' '), 'text/html').body.textContent ?? '';
