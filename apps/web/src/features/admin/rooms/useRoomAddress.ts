import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

const here = '/$app/admin/$room/{-$item}';

/** Changes the part of the address that belongs to the open room; values that are undefined leave the address. */
export type Change<Address> = (address: Address, how?: 'push' | 'replace') => void;

/** The part of the address that belongs to the open room, by the room's own schema, and a function that changes it. */
export function useRoomAddress<Address extends object>(
  schema: z.ZodType<Address>,
): readonly [Address, Change<Address>] {
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const onAddress: Change<Address> = (address, how = 'push') =>
    void navigate({
      search: Object.fromEntries(Object.entries(address)),
      replace: how === 'replace',
      resetScroll: false,
    });
  return [schema.parse(search), onAddress];
}

/** Opens a staff room, or something within it. */
export function useOpenRoom(): (room: string, item?: string | number) => void {
  const { app } = useParams({ from: here });
  const navigate = useNavigate();
  return (room, item) =>
    void navigate({ to: here, params: { app, room, item: item === undefined ? undefined : String(item) } });
}
