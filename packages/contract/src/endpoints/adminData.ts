import { z } from 'zod';
import {
  dataDetail,
  dataItem,
  descriptorFile,
  dictionaryChange,
  dictionaryCheckReply,
  dictionaryProposal,
  dictionaryRoom,
  dictionarySaved,
  heldBackReply,
  importCancelled,
  importDetailWire,
  importItem,
  importLogKinds,
  importLogStates,
  importRequest,
  importStarted,
  lackingList,
  lackingWordGiven,
  newUpload,
  packagesFound,
  releaseCheckReply,
  releaseOpened,
  releaseOpening,
  releaseSwitch,
  settingsChange,
  sha256,
  uploadItem,
  uploadList,
  uploadProgress,
} from '../wire/adminData.ts';
import { draft, draftChangeWire, fitQuestion, fitsOfReadings, newDraft } from '../wire/draft.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, unshown } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { slug } from './shapes.ts';
import { defineList, staffRead, staffWrite } from './staff.ts';

const root = '/{app}/api/admin/data';
const onDataset = wireObject({ dataset: slug }, { dataset: 'uniqueId' });
const onRelease = wireObject({ dataset: slug, release: queryInteger }, { dataset: 'uniqueId' });
const uploadId = slug;
const onUpload = wireObject({ uploadId }, { uploadId: 'uploadId' });
const onDraft = wireObject({ draftId: uploadId }, { draftId: 'draftId' });
const onImport = wireObject({ importId: queryInteger }, { importId: 'importId' });
const byteOffset = z.codec(z.string().regex(/^\d{1,15}$/, 'must be a number of bytes'), z.int(), {
  decode: Number,
  encode: String,
});
/** Texts that may quote cells of a table. */
const examples = { ...administration, discloses: 'values' } as const;
const done = wireObject({ isDone: z.literal(true) });

const datasets = {
  ...defineList({
    room: 'datasets',
    path: 'data/datasets',
    summary: 'The datasets, found by words, ordered',
    item: dataItem,
    key: 'dataset',
    sorts: ['name', 'dataset', 'subjects', 'imported', 'members'],
    defaultSort: 'name',
    filters: {},
  }),
  detail: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: `${root}/datasets/:uniqueId`,
    summary: 'A dataset with its settings and releases',
    params: onDataset,
    reply: dataDetail,
  }),
  settings: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/settings`,
    summary: 'Changes settings of a dataset, or confirms those of its package',
    params: onDataset,
    body: settingsChange,
    reply: heldBackReply,
  }),
  keepDictionary: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/keep_dictionary`,
    summary: 'Says whether the next import keeps the edits of the dictionary',
    params: onDataset,
    body: wireObject({ keep: z.boolean() }),
    reply: done,
  }),
  agreement: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/agreement`,
    summary: 'Puts a data-use agreement in force, or none',
    params: onDataset,
    body: wireObject({
      agreement: wireObject({ version: z.string().min(1).max(60), text: z.string().min(1) }).nullable(),
    }),
    reply: heldBackReply,
  }),
  advance: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/advance`,
    summary: 'Shows members of level agg the live release now',
    params: onDataset,
    reply: heldBackReply,
  }),
  lacking: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: `${root}/datasets/:uniqueId/lacking`,
    summary: 'What the live release lacks of earlier ones, and what a steward said about it',
    params: onDataset,
    reply: lackingList,
  }),
  sayLacking: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/lacking`,
    summary: 'Says whether something that the live release lacks is withdrawn or only no longer delivered',
    params: onDataset,
    body: lackingWordGiven,
    reply: lackingList,
  }),
  remove: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/remove`,
    summary: 'Deletes a dataset; its id is given a second time',
    params: onDataset,
    body: wireObject({ name: z.string().max(60) }),
    reply: done,
  }),
};

const releases = {
  check: defineEndpoint({
    declares: { ...unshown, scope: 'none' },
    ...staffWrite,
    onlyAsks: true,
    path: `${root}/datasets/:uniqueId/releases/:release/check`,
    summary: 'The reports that a release would break, and the identifiers and uses that it would open',
    params: onRelease,
    reply: releaseCheckReply,
  }),
  switch: defineEndpoint({
    declares: { ...administration, cost: 'heavy' },
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/releases/:release/switch`,
    summary: 'Switches to a release that waits, or back to an earlier one',
    params: onRelease,
    body: releaseSwitch.optional(),
    reply: heldBackReply,
  }),
  openWhole: defineEndpoint({
    declares: { ...administration, discloses: 'capability' },
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/releases/:release/open_whole`,
    summary: 'Shows an earlier release whole to the steward who calls, for an hour',
    params: onRelease,
    body: releaseOpening,
    reply: releaseOpened,
  }),
  remove: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/releases/:release/remove`,
    summary: 'Deletes the data of a release that nobody uses',
    params: onRelease,
    reply: done,
  }),
  doi: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/releases/:release/doi`,
    summary: 'Registers the DOI of a release, or brings its metadata up to date',
    params: onRelease,
    body: wireObject({ draft: z.boolean() }),
    reply: heldBackReply,
  }),
  rebuildIndex: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/datasets/:uniqueId/releases/:release/rebuild_index`,
    summary: 'Begins to make the index of a release anew',
    params: onRelease,
    reply: done,
  }),
};

const dictionaryPath = `${root}/datasets/:uniqueId/releases/:release/dictionary`;
const dictionary = {
  show: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: dictionaryPath,
    summary: 'The dictionary of a release beside the one that came with its data',
    params: onRelease,
    reply: dictionaryRoom,
  }),
  check: defineEndpoint({
    declares: { ...unshown, scope: 'none' },
    ...staffWrite,
    onlyAsks: true,
    path: `${dictionaryPath}/check`,
    summary: 'What edits of the dictionary would open and break',
    params: onRelease,
    body: dictionaryProposal,
    reply: dictionaryCheckReply,
  }),
  save: defineEndpoint({
    declares: { ...administration, cost: 'heavy' },
    ...staffWrite,
    path: dictionaryPath,
    summary: 'Makes a release of the same data with an edited dictionary',
    params: onRelease,
    body: dictionaryChange,
    reply: dictionarySaved,
  }),
  descriptor: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: `${dictionaryPath}/descriptor`,
    summary: 'The datapackage.json of a release with the edits of its dictionary',
    params: onRelease,
    reply: descriptorFile,
  }),
};

const uploads = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: `${root}/uploads`,
    summary: 'The files that staff have sent',
    reply: uploadList,
  }),
  begin: defineEndpoint({
    declares: { ...administration, meters: ['storedBytes'] },
    ...staffWrite,
    path: `${root}/uploads`,
    summary: 'Begins to send a file in parts',
    body: newUpload,
    reply: uploadItem,
  }),
  part: defineEndpoint({
    declares: { ...administration, meters: ['storedBytes'] },
    ...staffWrite,
    path: `${root}/uploads/:uploadId/part`,
    summary: 'Sends the next bytes of a file; the body is the bytes',
    params: onUpload,
    query: wireObject({
      offset: byteOffset,
      sha256: sha256.optional(),
    }),
    reply: uploadProgress,
  }),
  finish: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/uploads/:uploadId/finish`,
    summary: 'Compares length and check sum of a file that was sent',
    params: onUpload,
    reply: uploadItem,
  }),
  remove: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/uploads/:uploadId/remove`,
    summary: 'Deletes a file that was sent',
    params: onUpload,
    reply: done,
  }),
};

const imports = {
  packages: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: `${root}/packages`,
    summary: 'The packages in the folders that the operator opened',
    reply: packagesFound,
  }),
  start: defineEndpoint({
    declares: { ...administration, cost: 'heavy' },
    ...staffWrite,
    path: `${root}/imports`,
    summary: 'Begins to import a package, or to try it',
    body: importRequest,
    reply: importStarted,
  }),
  ...defineList({
    room: 'imports',
    path: 'data/imports',
    summary: 'Every import, by whatever way and with whatever end',
    item: importItem,
    key: 'id',
    sorts: ['started', 'dataset', 'source', 'state', 'problems', 'subjects'],
    defaultSort: '-started',
    filters: {
      state: z.enum(importLogStates).optional(),
      kind: z.enum(importLogKinds).optional(),
      dataset: z.string().max(60).optional(),
    },
  }),
  detail: defineEndpoint({
    declares: examples,
    ...staffRead,
    path: `${root}/imports/:importId`,
    summary: 'An import with its report, or how far it is',
    params: onImport,
    reply: importDetailWire,
  }),
  events: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: `${root}/imports/:importId/events`,
    summary: 'How far an import is, as it goes on (server-sent events)',
    params: onImport,
    reply: z.string(),
    streams: 'text/event-stream',
  }),
  cancel: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: `${root}/imports/:importId/cancel`,
    summary: 'Cancels an import that waits or runs',
    params: onImport,
    reply: importCancelled,
  }),
};

const drafts = {
  make: defineEndpoint({
    declares: { ...examples, cost: 'heavy' },
    ...staffWrite,
    path: `${root}/drafts`,
    summary: 'Describes tables that were sent, with the reason of each guess',
    body: newDraft,
    reply: draft,
  }),
  show: defineEndpoint({
    declares: examples,
    ...staffRead,
    path: `${root}/drafts/:draftId`,
    summary: 'A described package that is not imported yet',
    params: onDraft,
    reply: draft,
  }),
  change: defineEndpoint({
    declares: examples,
    ...staffWrite,
    path: `${root}/drafts/:draftId`,
    summary: 'Keeps what a person decided about a description, and reads the files again around it',
    params: onDraft,
    body: draftChangeWire,
    reply: draft,
  }),
  fit: defineEndpoint({
    declares: { ...examples, cost: 'heavy' },
    ...staffWrite,
    onlyAsks: true,
    path: `${root}/drafts/:draftId/fit`,
    summary: 'How many cells of a column each of some readings would take',
    params: onDraft,
    body: fitQuestion,
    reply: fitsOfReadings,
  }),
  cancel: defineEndpoint({
    declares: examples,
    ...staffWrite,
    path: `${root}/drafts/:draftId/cancel`,
    summary: 'Stops reading the files again, and takes back what was decided of how they are read',
    params: onDraft,
    reply: draft,
  }),
};

export const adminData = { datasets, releases, dictionary, uploads, imports, drafts };
