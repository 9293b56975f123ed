import { generateKeyPairSync } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** A new public key, as a line of a `.pub` file: the type and the 32 bytes of the key, each after its length. */
export function aPublicKey(comment: string): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const blob = Buffer.concat([withLength(Buffer.from('ssh-ed25519')), withLength(raw)]);
  return `ssh-ed25519 ${blob.toString('base64')} ${comment}`;
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const base = '/pcgc/api/support';

export async function removeOwnKeys(page: Page): Promise<void> {
  const { keys } = await (await page.request.get(`${base}/ssh_keys/`)).json();
  for (const { id } of keys)
    expect((await page.request.post(`${base}/ssh_keys/${id}/delete/`)).ok()).toBe(true);
}

export async function sendKey(page: Page, line: string): Promise<void> {
  const reply = await page.request.post(`${base}/send_aspera_ssh/`, { data: { ssh_key: line } });
  expect(reply.status(), await reply.text()).toBe(200);
}
