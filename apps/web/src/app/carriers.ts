import { createAsperaClient } from '../features/files/transfer/asperaClient.ts';
import { folderPicker } from '../features/files/transfer/folder.ts';
import { sdkLoader } from '../features/files/transfer/loadSdk.ts';
import { createFolderTransfers } from '../features/files/transfer/runTransfer.ts';
import type { Carriers } from '../features/files/useStart.ts';
import { site } from './site.ts';

/**
 * The objects that download files: one of each for the tab, so that downloads continue while other screens are open.
 */
export const carriers: Omit<Carriers, 'showLinks'> = {
  folders: createFolderTransfers(),
  aspera: createAsperaClient(sdkLoader(site.transferClient)),
  pickFolder: folderPicker(),
};
