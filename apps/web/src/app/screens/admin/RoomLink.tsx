import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { site } from '../../site.ts';

interface RoomLinkProps {
  readonly room: string;
  /** What is open within the room. */
  readonly item?: string | number;
  readonly children: ReactNode;
}

/** A link to a staff room. */
export const RoomLink = ({ room, item, children }: RoomLinkProps) => (
  <Anchor
    renderRoot={(props) => (
      <Link
        {...props}
        to="/$app/admin/$room/{-$item}"
        params={{ app: site.appSegment, room, item: item === undefined ? undefined : String(item) }}
      />
    )}
    inherit
    fw={600}
    underline="hover"
  >
    {children}
  </Anchor>
);
