import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

const here = '/$app/admin/$room/{-$item}';

/**
 * The part of the address that belongs to the open room, by the room's own schema, and a function that changes it.
 * Values that are undefined leave the address.
 */
export function useRoomAddress<Address extends object>(
  schema: z.ZodType<Address>,
): readonly [Address, (address: Address, how?: 'push' | 'replace') => void] {
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const onAddress = (address: Address, how: 'push' | 'replace' = 'push') =>
    void navigate({
      search: Object.fromEntries(Object.entries(address)),
      replace: how === 'replace',
      resetScroll: false,
    });
  return [schema.parse(search), onAddress];
}
