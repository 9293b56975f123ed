import type { SignInProvider } from '@atrium/contract/wire/access';
import { Button, Stack } from '@mantine/core';
import { portalAddress } from '../../api/installation.ts';
import { LogIn } from '../../ui/icons.ts';
import { signInWords as words } from './accessWords.ts';

export interface ProviderButtonsProps {
  readonly providers: readonly SignInProvider[];
  readonly returnTo: string;
}

/** One link for each provider. It leaves the portal; the provider sends the person back. */
export function ProviderButtons({ providers, returnTo }: ProviderButtonsProps) {
  return (
    <Stack gap="sm">
      {providers.map(({ id, label, startUrl }) => (
        <Button
          key={id}
          component="a"
          href={portalAddress(
            returnTo === '/' ? startUrl : `${startUrl}?${new URLSearchParams({ return_to: returnTo })}`,
          )}
          size="md"
          variant="light"
          leftSection={<LogIn size={18} aria-hidden />}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
          h="auto"
          mih="2.75rem"
          py={6}
        >
          {words.with(label)}
        </Button>
      ))}
    </Stack>
  );
}
