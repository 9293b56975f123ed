import type { ReceiptKind } from '@atrium/contract/wire/receipt';
import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { KeptCrossTab } from '../../features/analysis/KeptCrossTab.tsx';
import { Receipt } from '../../features/receipt/Receipt.tsx';
import { mayOpen } from '../mayOpen.ts';

const here = '/$dataset/receipts/$receiptId';

/** A count receipt; what is loaded of it is shown on the screen that it belongs to. */
export function ReceiptScreen() {
  const { dataset, receiptId } = useParams({ from: here });
  const navigate = useNavigate({ from: here });
  const member = useQuery(datasetQuery(dataset)).data;
  if (member === undefined) return null;
  const onLoaded = (loaded: readonly ReceiptKind[]) =>
    void navigate({ to: screenOf(loaded), params: { dataset } });
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Receipt
        key={`${dataset}/${receiptId}`}
        dataset={dataset}
        receiptId={receiptId}
        seesSubjects={mayOpen('subjects', member)}
        onLoaded={onLoaded}
        crossTab={(axes, result) => <KeptCrossTab dataset={dataset} axes={axes} result={result} />}
      />
    </Container>
  );
}

function screenOf(loaded: readonly ReceiptKind[]) {
  if (loaded.includes('analysis')) return '/$dataset/aggregate';
  return loaded.includes('table') ? '/$dataset/results' : '/$dataset/query';
}
