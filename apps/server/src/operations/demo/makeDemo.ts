import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DemoName, demoDatasets, writeDemoPackage } from '@atrium/demo';
import { importDataset } from '../importDataset.ts';
import type { ImportDeps } from '../importDeps.ts';
import type { Watcher } from '../operation.ts';
import { addDemoAccounts } from './demoAccounts.ts';
import { type DemoState, hasNoAccount, hasNoDataset, readDemoState, writeDemoState } from './demoState.ts';

export interface DemoDeps extends ImportDeps {
  /** Where packages lie on their way in. */
  readonly packages: string;
  /** Whether only this machine can reach the portal: the demo's password is known to all. */
  readonly isLoopback: boolean;
  /** Subjects of each dataset; default: what it is designed for. */
  readonly subjects?: number;
}

/**
 * Makes the demo of a home that has no dataset, or goes on with one that was interrupted; does nothing in any other
 * home. Answers the state of the demo, null where there is none.
 */
export async function makeDemo(deps: DemoDeps, watcher: Watcher): Promise<DemoState | null> {
  const state = (await readDemoState(deps.db)) ?? (await beginDemo(deps));
  if (state === null || state.isComplete) return state;
  for (const { name, title } of demoDatasets) {
    if (await isMissing(deps, name)) await makeDataset(deps, { name, title }, watcher);
  }
  if (state.accounts) {
    watcher.onProgress({ step: 'making the demo accounts', detail: null });
    await addDemoAccounts(deps.db);
  }
  const complete = { ...state, isComplete: true };
  await writeDemoState(deps.db, complete);
  return complete;
}

async function beginDemo({ db, isLoopback }: DemoDeps): Promise<DemoState | null> {
  if (!(await hasNoDataset(db))) return null;
  const state = { accounts: isLoopback && (await hasNoAccount(db)), isComplete: false };
  await writeDemoState(db, state);
  return state;
}

async function isMissing({ db }: DemoDeps, name: DemoName): Promise<boolean> {
  const found = await db.selectFrom('dataset').select('id').where('unique_id', '=', name).executeTakeFirst();
  return found === undefined;
}

async function makeDataset(
  deps: DemoDeps,
  { name, title }: { readonly name: DemoName; readonly title: string },
  { onProgress, signal, operator }: Watcher,
): Promise<void> {
  const folder = await mkdtemp(path.join(deps.packages, `${name}-`));
  const step = (doing: string) => `demo dataset "${title}": ${doing}`;
  try {
    await writeDemoPackage(name, folder, {
      ...(deps.subjects === undefined ? {} : { subjects: deps.subjects }),
      onProgress: (done, total) =>
        onProgress({ step: step('inventing subjects'), detail: `${done} of ${total}` }),
      signal,
    });
    await importDataset(
      deps,
      { kind: 'import', packagePath: folder, dataset: name, dryRun: false },
      {
        onProgress: ({ step: part, detail }) =>
          onProgress({ step: step('importing'), detail: detail === null ? part : `${part}, ${detail}` }),
        signal,
        ...(operator === undefined ? {} : { operator }),
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
