import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { testPassword } from './factories.ts';
import { beginEditing, createAsker, type FaultyPortal } from './faultyPortal.ts';
import type { FrontedPortals } from './frontedPortals.ts';
import { signInAt } from './httpCaller.ts';
import { runAtrium } from './runAtrium.ts';
import { beginSaving } from './savingReports.ts';
import { openInSmall } from './smallPackage.ts';

const editors = 3;

/** Who works on fronted portals, and what they expect when a fault is over. */
interface Crowd extends Pick<FaultyPortal, 'command'> {
  /** Imports the small package; false where the import failed. */
  importSmall(): Promise<boolean>;
  /** Begins to edit, to save reports, to send a file and to read, without a pause. */
  begin(): Promise<Working>;
}

interface Working {
  /** Waits until so many more edits and readings are answered. */
  more(): Promise<void>;
  /** Ends; all that was acknowledged is there then, whole, and the audit has a line of each count. */
  expectWhole(): Promise<void>;
}

/** Brings data and people to portals; the package is that of six subjects. */
export async function openCrowd(portals: FrontedPortals, packagePath: string): Promise<Crowd> {
  const env = portals.environmentOf('one');
  const command = (...args: readonly string[]) => runAtrium(args, { env });
  const importSmall = async (): Promise<boolean> => {
    const open = openInSmall.flatMap((one) => ['--open-identifier', one]);
    return (await command('import', packagePath, '--dataset', 'small', ...open)).code === 0;
  };
  expect(await importSmall()).toBe(true);
  let people = 0;
  const add = async (...options: readonly string[]): Promise<string> => {
    people += 1;
    const name = `person${people}`;
    const input = testPassword;
    const added = await runAtrium(['user', 'add', name, ...options, '--password-stdin'], { env, input });
    expect(added).toMatchObject({ code: 0 });
    return name;
  };
  const addMember = async (): Promise<string> => {
    const name = await add();
    expect(await command('grant', name, 'small', '--level', 'phi')).toMatchObject({ code: 0 });
    return name;
  };
  const staff = await add('--staff');
  const address = () => portals.address;
  return {
    command,
    importSmall,
    begin: async () => {
      const names: string[] = [];
      for (let member = 0; member < editors + 2; member += 1) names.push(await addMember());
      const nextMember = (): string => names.pop() ?? '';
      const editing = Array.from({ length: editors }, () => beginEditing(nextMember(), address));
      const saver = beginSaving({ address, nextMember, command });
      const reading = beginReading(nextMember(), address);
      const sending = await beginSending(staff, address());
      return {
        more: async () => {
          await Promise.all([...editing.map((editor) => editor.more(3)), saver.more(2), reading.more(3)]);
        },
        expectWhole: async () => {
          const acknowledged = await Promise.all(editing.map((editor) => editor.stop()));
          for (const { stored, entries } of acknowledged) expect(stored).toEqual(entries);
          await reading.stop();
          await sending.stop();
          await saver.expectWhole();
          const counts = acknowledged.reduce((sum, one) => sum + one.counts, 0);
          const { stdout } = await command('audit', 'export', '--format', 'ndjson');
          const lines = stdout.split('\n').filter((line) => line.includes('"action":"count"'));
          expect(lines.length).toBeGreaterThanOrEqual(counts);
        },
      };
    },
  };
}

const counted = z.object({ count: z.literal(6) });

/** A member who counts everybody and takes the table as a file: each answer has all six, whatever is imported meanwhile. */
function beginReading(username: string, address: () => string) {
  const { call, signIn } = createAsker(username, address);
  let answers = 0;
  let isOver = false;
  const working = (async () => {
    await signIn();
    while (!isOver) {
      counted.parse(await call('small/query_tools/count/'));
      const rows = String(await call('small/query_tools/export_csv/'))
        .trim()
        .split('\n');
      expect(rows).toHaveLength(7);
      answers += 1;
    }
  })();
  working.catch(() => {});
  return {
    more: async (wanted: number): Promise<void> => {
      const until = answers + wanted;
      const waited = vi.waitFor(() => expect(answers).toBeGreaterThanOrEqual(until), soon);
      await Promise.race([waited, working]);
    },
    stop: (): Promise<void> => {
      isOver = true;
      return working;
    },
  };
}

const soon = { timeout: 240_000, interval: 50 };
const sent = z.object({ id: z.string() });
const part = z.object({ received: z.int() });
const list = z.object({ uploads: z.array(z.object({ id: z.string(), received: z.int() })) });
const [maxParts, partSize] = [4000, 500];
const uploads = '/pcgc/api/admin/data/uploads';

/** A member of staff who sends a file in small parts; what fails is asked for, and sent from there on. */
export async function beginSending(username: string, address: string, { mayFail = true } = {}) {
  const isOver = new AbortController();
  const staff = await signInAt(address, username, testPassword);
  const bytes = new Uint8Array(maxParts * partSize).map((_, index) => index % 251);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { id } = sent.parse(await staff.post(uploads, { name: 'sent.zip', size: bytes.length, sha256 }));
  const send = async (from: number, to: number): Promise<number> => {
    try {
      const reply = await staff.send(`${uploads}/${id}/part?offset=${from}`, bytes.slice(from, to));
      return part.parse(reply).received;
    } catch (error) {
      if (!mayFail) throw error;
      await delay(100);
      const all = await staff.get(uploads).then(list.parse, () => null);
      return all?.uploads.find((one) => one.id === id)?.received ?? from;
    }
  };
  const work = async (): Promise<number> => {
    let received = 0;
    while (!isOver.signal.aborted && received < bytes.length)
      received = await send(received, received + partSize);
    return received;
  };
  const ended = work();
  ended.catch(() => {});
  return {
    /** The portal takes the file only if every byte is there. */
    stop: async (): Promise<void> => {
      isOver.abort();
      const received = await ended;
      expect(received).toBeGreaterThan(0);
      if (received < bytes.length) await send(received, bytes.length);
      expect(await staff.post(`${uploads}/${id}/finish`, {})).toMatchObject({ is_ready: true });
    },
  };
}
