import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '../../../ui/announce.ts';

interface RoomAction<Input, Reply> {
  readonly act: (input: Input) => Promise<Reply>;
  /** The message when it is done; null: none. */
  readonly say: (reply: Reply, input: Input) => string | null;
  readonly onDone?: (reply: Reply, input: Input) => void;
}

/** A change by staff. After it, all data of the staff rooms are loaded again. */
export function useRoomAction<Input, Reply>({ act, say, onDone }: RoomAction<Input, Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (reply, input) => {
      const sentence = say(reply, input);
      if (sentence !== null) {
        notifications.show({ color: 'green', message: sentence });
        announce(sentence);
      }
      onDone?.(reply, input);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['admin'] }),
        client.invalidateQueries({ queryKey: ['audit'] }),
      ]);
    },
  });
}

/** The sentences of an operation as one text. */
export const sentencesOf = ({ sentences }: { readonly sentences: readonly string[] }): string =>
  sentences.join(' ');
