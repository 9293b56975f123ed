import DOMPurify from 'dompurify';

const allowed = {
  ALLOWED_TAGS: ['strong', 'b', 'em', 'i', 'br', 'p', 'ul', 'ol', 'li', 'sub', 'sup', 'code'],
  ALLOWED_ATTR: [],
};

/** Text markup from the server, with everything but emphasis and paragraphs taken out. */
export function SafeHtml({ html }: { readonly html: string }) {
  const clean = DOMPurify.sanitize(html, allowed);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <span dangerouslySetInnerHTML={{ __html: clean }} />;
}
