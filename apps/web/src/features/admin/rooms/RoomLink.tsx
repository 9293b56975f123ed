import { Anchor } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface RoomLinkProps {
  readonly room: string;
  /** What is open within the room. */
  readonly item?: string | number;
  readonly children: ReactNode;
}

/** A link to a staff room. */
export function RoomLink({ room, item, children }: RoomLinkProps) {
  const { app } = useParams({ from: '/$app/admin/$room/{-$item}' });
  return (
    <Anchor
      renderRoot={(props) => (
        <Link
          {...props}
          to="/$app/admin/$room/{-$item}"
          params={{ app, room, item: item === undefined ? undefined : String(item) }}
        />
      )}
      inherit
      fw={600}
      display="inline-flex"
      mih="1.5rem"
      style={{ alignItems: 'center' }}
      underline="hover"
    >
      {children}
    </Anchor>
  );
}
