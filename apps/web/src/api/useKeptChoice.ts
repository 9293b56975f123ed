import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { currentUserQuery } from './session.ts';

interface Kept<T> {
  /** The name of the choice; with a dataset, where each has its own. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** What holds where nothing was chosen, or what is stored cannot be parsed. */
  readonly usual: T;
}

/** A choice that a person makes once. The browser keeps it for the account that is signed in. */
export function useKeptChoice<T>({ name, schema, usual }: Kept<T>) {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  return useLocalStorage<T>({
    key: `atrium.kept ${name} ${session?.user?.id ?? ''}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
    serialize: (value) => JSON.stringify(value),
    deserialize: (text) => {
      try {
        const parsed = schema.safeParse(JSON.parse(text ?? ''));
        return parsed.success ? parsed.data : usual;
      } catch {
        return usual;
      }
    },
  });
}
