/** The tags of HTML that editors of labels write; what else stands between < and > is text, as in "<18.5 or >30". */
const tags =
  'a|abbr|b|big|blockquote|br|button|center|code|dd|div|dl|dt|em|font|form|h[1-6]|hr|i|iframe|img|input|ins|del|label|li|mark|ol|option|p|pre|q|s|section|select|small|span|strike|strong|sub|sup|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|video';
const attribute = String.raw`\s+[a-z][\w:-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)`;
const tag = new RegExp(String.raw`</?(?:${tags})(?:${attribute})*\s*/?>`, 'gi');
const hidden = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;

const entities: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['lt', '<'],
  ['gt', '>'],
  ['le', '≤'],
  ['ge', '≥'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
]);
const entity = /&(?:#(\d{1,6})|([a-z]{2,4}));/gi;

const characterOf = (whole: string, number: string | undefined, name: string | undefined): string =>
  number === undefined
    ? (entities.get(name?.toLowerCase() ?? '') ?? whole)
    : Number(number) <= 0x10ffff
      ? String.fromCodePoint(Number(number))
      : whole;

/** The text of a label, which may hold HTML. */
export const plainText = (text: string): string =>
  text
    .replaceAll(hidden, ' ')
    .replaceAll(tag, ' ')
    .replaceAll(entity, (whole, number, name) => characterOf(whole, number, name))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A label without the fields that a form embeds in it, as {weight} and {weight:icons}. */
export const withoutEmbedded = (label: string, isField: (name: string) => boolean): string =>
  label.replaceAll(/\{([a-z][a-z0-9_]*)(?::icons)?\}/g, (whole, name: string) =>
    isField(name) ? ' ' : whole,
  );
