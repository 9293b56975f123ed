import DOMPurify from 'dompurify';

interface SafeHtmlProps {
  readonly html: string;
  readonly className?: string | undefined;
}

const allowed = {
  ALLOWED_TAGS: ['strong', 'b', 'em', 'i', 'br', 'p', 'ul', 'ol', 'li', 'sub', 'sup', 'a', 'code'],
  ALLOWED_ATTR: ['href'],
};

export const sanitise = (html: string): string => DOMPurify.sanitize(html, allowed);

/** The text of a piece of HTML, for titles and names. */
export const textOf = (html: string): string =>
  new DOMParser().parseFromString(sanitise(html), 'text/html').body.textContent ?? '';

/** HTML from the server (labels, descriptions), cleaned before it is shown. */
export function SafeHtml({ html, className }: SafeHtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is the one place, and it sanitises
  return <span className={className} dangerouslySetInnerHTML={{ __html: sanitise(html) }} />;
}
