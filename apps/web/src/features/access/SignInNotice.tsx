import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { Box } from '@mantine/core';
import { Markdown } from '../../ui/Markdown.tsx';
import { signInWords as words } from './accessWords.ts';

/** The site's notice that everybody should read before they sign in (rule 11.12); nothing where the site has none. */
export function SignInNotice({ text }: { readonly text: string }) {
  if (text.trim() === '') return null;
  return (
    <Box component="section" aria-label={words.notice} fz="sm">
      <Markdown text={text} isLink={isLinkAddress} />
    </Box>
  );
}
