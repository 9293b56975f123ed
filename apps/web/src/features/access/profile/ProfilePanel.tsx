import type { User } from '@atrium/contract';
import { Stack } from '@mantine/core';
import { Facts } from '../../../ui/Facts.tsx';
import { Section } from '../../../ui/Section.tsx';
import { DatasetAccess } from './DatasetAccess.tsx';
import { profileWords as words } from './words.ts';

export interface ProfilePanelProps {
  readonly user: User;
  /** The account has a password here; without one it belongs to a provider. */
  readonly hasPassword: boolean;
}

/** Who the portal thinks one is, and what one may see. */
export function ProfilePanel({ user, hasPassword }: ProfilePanelProps) {
  return (
    <Stack gap="xl">
      <Section title={words.title} detail={hasPassword ? words.changes : words.changesByProvider}>
        <Facts
          facts={[
            [words.name, user.name === '' ? words.none : user.name],
            [words.username, user.username],
            [words.email, user.email === '' ? words.none : user.email],
            [words.role, user.isStaff ? words.staff : words.researcher],
          ]}
        />
      </Section>
      <Section title={words.datasets} detail={words.datasetsDetail}>
        <DatasetAccess />
      </Section>
    </Stack>
  );
}
