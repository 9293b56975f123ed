import { z } from 'zod';
import { conceptType, conceptUses } from '../documents/dataPackage.ts';
import { dictionaryEditsWire, editedCategory } from './dictionaryEdits.ts';
import { lostPart } from './reportVersion.ts';
import { sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

const instant = z.iso.datetime();

/** A dataset in the list of the staff rooms. */
export const dataItem = wireObject({
  dataset: z.string(),
  name: z.string(),
  /** The live release; null before the first switch. */
  release: z.int().nullable(),
  /** Its number among the releases of the dataset (rule 10.34). */
  number: z.int().nullable(),
  version: z.string().nullable(),
  subjects: z.int().nullable(),
  importedAt: instant.nullable(),
  members: z.int(),
  reports: z.int(),
  /** Releases that wait for a steward to switch to them. */
  waiting: z.int(),
});

export const releaseUseNames = ['live', 'aggregates', 'previous', 'waits', 'reports', 'data'] as const;
export const shownReleaseStates = ['building', 'built', 'live', 'retired', 'failed'] as const;

/**
 * `on_disk`: it is loaded when somebody wants it; `none`: it is made then; `too_large`: it does not fit into the memory
 * for indexes, so that statements answer.
 */
export const releaseIndexStates = [
  'ready',
  'loading',
  'building',
  'on_disk',
  'none',
  'too_large',
  'failed',
] as const;
export const releaseIndex = wireObject({
  state: z.enum(releaseIndexStates),
  /** Of memory, or of the disk while it is not loaded; null while that is not known. */
  bytes: z.number().nullable(),
  /** Why there is none. */
  fault: z.string().nullable(),
});
export type ReleaseIndex = z.output<typeof releaseIndex>;

export const dataRelease = wireObject({
  release: z.int(),
  /** Its number among the releases of the dataset, from 1, in order of time (rule 10.34). */
  number: z.int(),
  state: z.enum(shownReleaseStates),
  version: z.string().nullable(),
  subjects: z.int().nullable(),
  finishedAt: instant.nullable(),
  /** The release whose data it shares, with a dictionary of its own; null where it holds them itself. */
  dataOf: z.int().nullable(),
  note: z.string(),
  /** Whether its data are still there. */
  isKept: z.boolean(),
  usedFor: z.array(z.enum(releaseUseNames)),
  /** The index that answers questions about it; null where its data are gone, or where releases have none. */
  index: releaseIndex.nullable(),
});
export type DataRelease = z.output<typeof dataRelease>;

export const waitingSetting = wireObject({ key: z.string(), proposed: z.json(), inForce: z.json() });

export const dataDetail = wireObject({
  dataset: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  release: z.int().nullable(),
  /** The release that members who see aggregates only stand on. */
  aggregateRelease: z.int().nullable(),
  keepsDictionary: z.boolean(),
  /** The settings in force. */
  settings: z.record(z.string(), z.json()),
  /** The settings that a steward chose; null removes the setting of the package. */
  chosen: z.record(z.string(), z.json()),
  /** The settings of the live package that would open more and wait for a steward (rule 8.15). */
  waiting: z.array(waitingSetting),
  agreement: wireObject({ version: z.string(), text: z.string() }).nullable(),
  members: z.int(),
  reports: z.int(),
  releases: z.array(dataRelease),
  /** Whether the site has a registrar, by which a release gets a DOI. */
  registersDois: z.boolean().optional(),
});
export type DataDetail = z.output<typeof dataDetail>;

export const settingsChange = wireObject({
  /** A value by key; null removes what the package says. */
  settings: z.record(z.string(), z.json()).optional(),
  /** Keys that are as in the package again. */
  reset: z.array(z.string()).max(50).optional(),
  /** Keys of which the package's value is let open more. */
  confirm: z.array(z.string()).max(50).optional(),
});

/** A report that another release would break, or take something from (rule 12.10). */
export const endangeredReport = wireObject({
  id: z.int(),
  name: z.string(),
  creator: z.string(),
  /** It stays on its own release, and so is not touched. */
  staysOnOwn: z.boolean(),
  errors: sentences,
  lost: z.array(lostPart),
});
/** A field that may say who somebody is, that the release would open, and that nobody has confirmed (rule 10.28). */
export const identifierToConfirm = wireObject({
  /** `table.field` */
  field: z.string(),
  /** What it seems to hold, in words. */
  holds: z.string(),
  /** The lowest level that would see it. */
  seenBy: z.enum(['deid', 'agg']),
});
export type IdentifierToConfirm = z.output<typeof identifierToConfirm>;

/** A use that is wider than before; its name has the number of subjects and a digest of what is opened to them, as `codes:12:9f31c2d4`. */
export const useToConfirm = wireObject({ name: z.string(), words: z.string() });

export const releaseCheckReply = wireObject({
  endangered: z.array(endangeredReport),
  identifiers: z.array(identifierToConfirm),
  /** What the release opens that its subjects did not agree to on the live one (rule 1.30). */
  uses: z.array(useToConfirm),
});
export type ReleaseCheck = z.output<typeof releaseCheckReply>;
/** The fields that staff let be open although they may say who somebody is, and wider uses by their names. */
export const releaseSwitch = wireObject({ confirm: z.array(z.string().max(300)).max(20_000).optional() });

export const heldBackReply = wireObject({
  /** Sentences about who stays on which release (rule 7.12), and what waits for a steward (rule 8.15). */
  notes: z.array(z.string()),
});

export const lackingKinds = ['concept', 'collection'] as const;
export const lackingWords = ['withdrawn', 'not_delivered'] as const;
export type LackingWord = (typeof lackingWords)[number];

/** A concept or collection of kept releases that the live one lacks (rule 12.20). */
export const lackingPart = wireObject({
  kind: z.enum(lackingKinds),
  id: z.string(),
  title: z.string(),
  /** The kept releases that have it. */
  releases: z.array(z.int()),
  /** What a steward said; null: it waits, and is closed. */
  word: z.enum(lackingWords).nullable(),
});
export type LackingPart = z.output<typeof lackingPart>;
export const lackingList = wireObject({ parts: z.array(lackingPart) });
export const lackingWordGiven = wireObject({
  kind: z.enum(lackingKinds),
  id: z.string().min(1).max(200),
  word: z.enum(lackingWords),
});

/** Why a steward sees an earlier release whole (rule 12.21). */
export const releaseOpening = wireObject({ reason: z.string().trim().min(10).max(1000) });
export const releaseOpened = wireObject({ until: instant });

const dictionaryTexts = {
  title: z.string(),
  titlePlural: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  uses: z.array(z.enum(conceptUses)),
  hasPhi: z.boolean(),
  isAggregatable: z.boolean(),
  isPublished: z.boolean(),
  prefilter: wireObject({ conceptId: z.string(), mode: z.enum(['required', 'optional']) }).nullable(),
};

/** A concept as the dictionary has it now, beside what came with the data. */
export const dictionaryConcept = wireObject({
  id: z.string(),
  collection: z.string(),
  type: conceptType,
  ...dictionaryTexts,
  given: wireObject(dictionaryTexts),
});
export type DictionaryConcept = z.output<typeof dictionaryConcept>;

export const dictionaryCollection = wireObject({
  id: z.string(),
  title: z.string(),
  titlePlural: z.string(),
  description: z.string(),
});

export const dictionaryRoom = wireObject({
  dataset: z.string(),
  release: z.int(),
  number: z.int(),
  state: z.enum(shownReleaseStates),
  dataOf: z.int(),
  /** Whether it may be edited: the live release, or one that waits. */
  isEditable: z.boolean(),
  keepsDictionary: z.boolean(),
  concepts: z.array(dictionaryConcept),
  collections: z.array(dictionaryCollection),
  categories: z.array(editedCategory),
  edits: dictionaryEditsWire,
});
export type DictionaryRoom = z.output<typeof dictionaryRoom>;

export const dictionaryProposal = wireObject({ edits: dictionaryEditsWire });
export const dictionaryChange = wireObject({
  edits: dictionaryEditsWire,
  /** The changes that a steward confirms although they open more: the names of `widening` (rule 15.42). */
  confirm: z.array(z.string().max(100)).max(20_000).optional(),
  note: z.string().max(2000).optional(),
  /** Keeps it waiting, also where the release that it comes from is live. */
  hold: z.boolean().optional(),
});

export const wideningWords = ['published', 'not_protected', 'aggregatable', 'opened'] as const;
export const dictionaryCheckReply = wireObject({
  widening: z.array(wireObject({ name: z.string(), conceptId: z.string(), kind: z.enum(wideningWords) })),
  endangered: z.array(endangeredReport),
  changed: z.array(z.string()),
});
export type DictionaryCheckReply = z.output<typeof dictionaryCheckReply>;

export const dictionarySaved = wireObject({
  release: z.int(),
  number: z.int(),
  isLive: z.boolean(),
  notes: z.array(z.string()),
});

export const descriptorFile = wireObject({ fileName: z.string(), descriptor: z.json() });

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
/** The form of names of files that staff upload; they are part of no path but their own folder's. */
const fileName = z
  .string()
  .max(120)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()+-]*$/u, 'may have letters, digits, spaces and . _ - + ( ) only');

export const newUpload = wireObject({
  name: fileName,
  /** Bytes. */
  size: z.int().min(1),
  sha256: sha256.optional(),
});

export const uploadItem = wireObject({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  /** Bytes that are here. */
  received: z.int(),
  isReady: z.boolean(),
  username: z.string().nullable(),
  startedAt: instant,
});
export type UploadItem = z.output<typeof uploadItem>;
export const uploadList = wireObject({
  uploads: z.array(uploadItem),
  /** The largest file that is taken, in bytes; 0 where none is. */
  largest: z.int(),
  /** The largest part of a file that one request may carry, in bytes. */
  maxPart: z.int(),
});
export const uploadProgress = wireObject({ received: z.int() });

export const importModes = ['dry_run', 'report_check', 'build', 'import'] as const;
export const importSource = z.union([
  wireObject({ kind: z.literal('upload'), id: z.string().max(40) }),
  wireObject({ kind: z.literal('folder'), path: z.string().min(1).max(1000) }),
  wireObject({ kind: z.literal('draft'), id: z.string().max(40) }),
]);
export const importRequest = wireObject({
  source: importSource,
  /** The dataset's id; absent: the name of the package. */
  dataset: z.string().max(60).optional(),
  mode: z.enum(importModes),
});

export const packagesFound = wireObject({
  /** Paths that an import may name: packages in the folders that the operator opened. */
  packages: z.array(wireObject({ path: z.string(), name: z.string() })),
});

export const importLogKinds = ['import', 'build', 'dry_run', 'report_check', 'dictionary'] as const;
export const importLogStates = [
  'waiting',
  'running',
  'done',
  'refused',
  'failed',
  'cancelled',
  'interrupted',
] as const;

const logged = {
  id: z.int(),
  kind: z.enum(importLogKinds),
  state: z.enum(importLogStates),
  source: z.string(),
  dataset: z.string().nullable(),
  release: z.int().nullable(),
  /** The account, or the user of the operating system, that began it. */
  by: z.string().nullable(),
  subjects: z.int().nullable(),
  problems: z.int(),
  startedAt: instant,
  finishedAt: instant.nullable(),
};
export const importItem = wireObject(logged);
export type ImportItem = z.output<typeof importItem>;

export const importProgressWire = wireObject({
  step: z.string(),
  detail: z.string().nullable(),
  /** How far the step is, where that is known. */
  percent: z.int().optional(),
});
export type ImportStep = z.output<typeof importProgressWire>;

export const importDetailWire = wireObject({
  ...logged,
  /** While it waits or runs. */
  progress: importProgressWire.nullable(),
  /** Why it was refused or failed, a sentence each. */
  reasons: z.array(z.string()),
  /** The report as the import made it. */
  report: z.json().nullable(),
  /** The report in lines, as the command line prints it. */
  lines: z.array(z.string()),
});
export type ImportDetail = z.output<typeof importDetailWire>;
export const importStarted = wireObject({ id: z.int() });
export const importCancelled = wireObject({ isCancelled: z.boolean() });
