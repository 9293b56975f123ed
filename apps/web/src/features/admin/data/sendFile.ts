import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { UploadItem } from '@atrium/contract/wire/adminData';
import { ApiError } from '../../../api/apiError.ts';
import { request, sendBytes } from '../../../api/client.ts';

const { uploads } = adminEndpoints.data;

interface Sending {
  readonly file: File;
  /** Files that were sent before; one of the same name and length goes on from where it was. */
  readonly known: readonly UploadItem[];
  readonly maxPart: number;
  readonly onProgress: (received: number) => void;
  readonly signal: AbortSignal;
}

const maxAttempts = 5;
const pauseMs = 1000;

/** Sends a file in parts, each with its check sum (rule 15.47). */
export async function sendFile({ file, known, maxPart, onProgress, signal }: Sending): Promise<UploadItem> {
  const before = known.find(
    ({ name, size, isReady }) => !isReady && name === file.name && size === file.size,
  );
  const begun =
    before ??
    (await request(uploads.begin, {
      body: { name: file.name, size: file.size },
      signal,
    }));
  const params = { uploadId: begun.id };
  let received = begun.received;
  onProgress(received);
  for (let failures = 0; received < file.size; ) {
    try {
      const bytes = file.slice(received, received + maxPart);
      const query = { offset: received, ...(await checkSumOf(bytes)) };
      const reply = await sendBytes(uploads.part, { params, query, bytes, signal });
      received = reply.received;
      failures = 0;
      onProgress(received);
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (
        failures >= maxAttempts ||
        (error instanceof ApiError && error.status < 500 && error.status !== 409)
      )
        throw error;
      const asked = error instanceof ApiError ? 1000 * (error.retryAfter ?? 0) : 0;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs * failures, asked)));
      received = await receivedOf(begun.id, received);
    }
  }
  return request(uploads.finish, { params, signal });
}

async function receivedOf(id: string, known: number): Promise<number> {
  const { uploads: all } = await request(uploads.list);
  return all.find((one) => one.id === id)?.received ?? known;
}

/** Where the page was not loaded safely, browsers hash nothing; then the length is compared alone. */
async function checkSumOf(part: Blob): Promise<{ readonly sha256?: string }> {
  if (globalThis.crypto?.subtle === undefined) return {};
  const sum = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return { sha256: [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}
