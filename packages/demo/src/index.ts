import type { DemoDataset } from './package/demoDataset.ts';
import { type WriteOptions, writePackage } from './package/writePackage.ts';
import { registryTitle } from './registry/dictionary/descriptor.ts';
import { registryDataset } from './registry/registryDataset.ts';
import { trioTitle } from './trio/dictionary/descriptor.ts';
import { trioDataset } from './trio/trioDataset.ts';

export type { WriteOptions } from './package/writePackage.ts';

const datasets = { default: trioDataset, registry: registryDataset } as const satisfies Record<
  string,
  DemoDataset
>;

export type DemoName = keyof typeof datasets;

/** The demo datasets that can be written, in the order in which to offer them. */
export const demoDatasets: readonly { readonly name: DemoName; readonly title: string }[] = [
  { name: 'default', title: trioTitle },
  { name: 'registry', title: registryTitle },
];

/**
 * Writes a demo dataset into the folder as a data package: `datapackage.json` (last), one CSV file a table, and
 * the ontology in OBO. The same name, subjects and seed give the same bytes. Throws the signal's reason when
 * aborted; what was written until then stays.
 */
export function writeDemoPackage(name: DemoName, folder: string, options: WriteOptions = {}): Promise<void> {
  return writePackage(datasets[name], folder, options);
}
