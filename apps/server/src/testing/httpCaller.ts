import { z } from 'zod';
import { addressOfCall } from './caller.ts';

/** A program that calls a running portal as a browser would. */
export interface HttpCaller {
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  /** Posts bytes. */
  send(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/** Signs in over HTTP; calls reject on any answer but 200. Paths are given below `/api/v2/`, or whole. */
export async function signInAt(address: string, username: string, password: string): Promise<HttpCaller> {
  const credentials = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/api/v2/auth/login/`, { method: 'POST', headers, body: credentials });
  if (answer.status !== 200) throw new Error(`Signing in as ${username} answered ${answer.status}.`);
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');

  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const reply = await fetch(`${address}${addressOfCall(path)}`, {
      ...init,
      headers: { ...headers, ...init.headers, cookie },
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    get: (path) => call(path, {}),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    send: (path, bytes) =>
      call(path, { method: 'POST', body: bytes, headers: { 'content-type': 'application/octet-stream' } }),
  };
}

const datasetList = z.object({ datasets: z.array(z.object({ unique_id: z.string() })) });

export async function datasetsOf(caller: HttpCaller): Promise<readonly string[]> {
  const { datasets } = datasetList.parse(await caller.get('dataset/'));
  return datasets.map((dataset) => dataset.unique_id).sort();
}
