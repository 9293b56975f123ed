import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import { ToldError } from '../../../api/apiError.ts';
import { endpointUrl } from '../../../api/client.ts';
import { words } from '../filesWords.ts';
import type { Folder } from './folder.ts';
import type { KeptTransfer } from './keptTransfers.ts';

export const sampleSheetName = 'samples.tsv';

/** Writes the sample sheet of a transfer beside its files (rule 13.88); it says whose they are now. */
export async function writeSampleSheet(
  { dataset, transferId }: Pick<KeptTransfer, 'dataset' | 'transferId'>,
  { folder, signal }: { readonly folder: Folder; readonly signal: AbortSignal },
): Promise<void> {
  const address = endpointUrl(transferEndpoints.samples, { params: { dataset, transferId } });
  const answer = await window.fetch(address, { credentials: 'include', signal });
  if (!answer.ok) throw new ToldError(words.noSampleSheet);
  const sheet = new Uint8Array(await answer.arrayBuffer());
  const file = await folder.getFileHandle(sampleSheetName, { create: true });
  const writer = await file.createWritable({ keepExistingData: false });
  try {
    await writer.write(sheet);
  } catch (error) {
    await writer.abort();
    throw error;
  }
  await writer.close();
}
