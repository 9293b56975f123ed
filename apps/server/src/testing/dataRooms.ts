import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Account } from '../access/index.ts';
import type { TestApp } from './testApp.ts';
import { zipOf } from './zipOf.ts';

export const roomCalls = '/pcgc/api/admin/data';

const ended = new Set(['done', 'refused', 'failed', 'cancelled', 'interrupted']);

export type DataRooms = Awaited<ReturnType<typeof openDataRooms>>;

/** The actions of staff in the rooms of datasets, as this account. */
export async function openDataRooms(portal: TestApp, staff: Account) {
  const asStaff = await portal.signedIn(staff);
  const post = async (call: string, body?: object) => {
    const reply = await asStaff.post(`${roomCalls}/${call}`, body);
    return { ...reply.json(), status: reply.statusCode };
  };
  const get = async (call: string) => {
    const reply = await asStaff.get(`${roomCalls}/${call}`);
    return { ...reply.json(), status: reply.statusCode };
  };
  /** The latest of what they did, the latest first; that they looked at an import is left out. */
  const actions = async (count = 1): Promise<readonly string[]> => {
    const rows = await portal.db
      .selectFrom('audit_event')
      .select('action')
      .where('account_id', '=', staff.id)
      .where('action', '!=', 'staff_view')
      .orderBy('id', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ action }) => action);
  };

  const sendPart = (id: string, offset: number, bytes: Buffer) =>
    asStaff.send({
      method: 'POST',
      url: `${roomCalls}/uploads/${id}/part?offset=${offset}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: bytes,
    });

  async function upload(name: string, bytes: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { id } = await post('uploads', { name, size: bytes.length, sha256 });
    expect((await sendPart(id, 0, bytes)).json()).toEqual({ received: bytes.length });
    expect(await post(`uploads/${id}/finish`)).toMatchObject({ is_ready: true });
    return id;
  }

  /** Begins an import and follows its events until it ends. */
  async function runImport(body: object) {
    const { id } = await post('imports', body);
    const events = await asStaff.get(`${roomCalls}/imports/${id}/events`);
    expect(events.headers['content-type']).toContain('text/event-stream');
    for (;;) {
      const detail = await get(`imports/${id}`);
      if (ended.has(detail.state)) return { ...detail, events: events.body };
      await asStaff.get(`${roomCalls}/imports/${id}/events`);
    }
  }

  /** The small package as a zip, with its descriptor changed. */
  async function smallZip(change: (descriptor: Record<string, unknown>) => void = () => {}): Promise<Buffer> {
    const files: Record<string, Buffer> = {};
    for (const name of await readdir(portal.smallPackage))
      files[name] = await readFile(path.join(portal.smallPackage, name));
    const descriptor: Record<string, unknown> = JSON.parse(String(files['datapackage.json']));
    change(descriptor);
    files['datapackage.json'] = Buffer.from(JSON.stringify(descriptor));
    return zipOf(files);
  }

  const zipOnly = async (name: string) => ({
    source: { kind: 'upload', id: await upload(name, await smallZip()) },
  });

  return { asStaff, post, get, actions, sendPart, upload, runImport, smallZip, zipOnly };
}
