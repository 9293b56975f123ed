import { isLinkAddress } from '@atrium/contract';
import { Box } from '@mantine/core';
import { Markdown } from '../../ui/Markdown.tsx';
import { signInWords as words } from './words.ts';

/** What the site wants everybody to read before they sign in (rule 11.12); nothing where it says nothing. */
export function SignInNotice({ text }: { readonly text: string }) {
  if (text.trim() === '') return null;
  return (
    <Box component="section" aria-label={words.notice} fz="sm">
      <Markdown text={text} isLink={isLinkAddress} />
    </Box>
  );
}
