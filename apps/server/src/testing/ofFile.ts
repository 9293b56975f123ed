import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type TestApp, testApp } from './testApp.ts';

/** What a file names at its top, for all of its tests; it is closed after them. */
export function ofFile<Made extends { close(): Promise<void> }>(made: Made): Made {
  afterAll(made.close);
  return made;
}

export const portalOfFile = async (options?: Parameters<typeof testApp>[0]): Promise<TestApp> =>
  ofFile(await testApp(options));

/** An empty folder for all tests of a file, which is removed after them. */
export async function folderOfFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-file-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
