import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ToldError } from '../../api/apiError.ts';
import { reportsKey } from './reportQueries.ts';

/** How a posted form ended: an incomplete one has stored nothing, and says why. */
interface Outcome {
  readonly status: 'complete' | 'incomplete';
  readonly errors: readonly string[];
}

/** The reasons of a refused form, in the server's words. */
export class Refused extends ToldError {
  override readonly name = 'Refused';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join(' '));
    this.reasons = reasons;
  }
}

/** A change of a report. A refused one fails; after one that was made, every answer about reports is asked for anew. */
export function useReportChange<Input, Reply extends Partial<Outcome>>(
  dataset: string,
  change: (input: Input) => Promise<Reply>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<Reply> => {
      const reply = await change(input);
      const reasons = (reply.errors ?? []).filter((reason) => reason.trim() !== '');
      if (reply.status === 'incomplete') throw new Refused(reasons);
      return reply;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: reportsKey(dataset) }),
  });
}
