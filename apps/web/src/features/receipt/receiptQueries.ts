import { receiptEndpoints } from '@atrium/contract/endpoints/receipt';
import type { ReceiptKind } from '@atrium/contract/wire/receipt';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { activeFamily } from '../../api/definition/definition.ts';

export interface ReceiptOf {
  readonly dataset: string;
  readonly receiptId: string;
}

/** The definitions behind a receipt. */
export const receiptOptions = ({ dataset, receiptId }: ReceiptOf) =>
  queryOptions({
    queryKey: [dataset, 'receipt', receiptId] as const,
    queryFn: ({ signal }) => request(receiptEndpoints.read, { params: { dataset, receiptId }, signal }),
    retry: false,
  });

/** The figures behind a receipt, counted anew. */
export const receiptFiguresOptions = ({ dataset, receiptId }: ReceiptOf) =>
  queryOptions({
    queryKey: [dataset, 'receipt', receiptId, 'figures'] as const,
    queryFn: ({ signal }) => request(receiptEndpoints.figures, { params: { dataset, receiptId }, signal }),
    retry: false,
  });

/** Makes the definitions of a receipt the active ones. */
export function useLoadReceipt(of: ReceiptOf, onLoaded: (loaded: readonly ReceiptKind[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(receiptEndpoints.load, { params: of }),
    onSuccess: async ({ loaded }) => {
      const names = ['cohort', 'table', 'analysis'] as const;
      await Promise.all(
        names.map((name) => client.invalidateQueries({ queryKey: activeFamily({ name }, of.dataset) })),
      );
      onLoaded(loaded);
    },
  });
}
