import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { DownloadWay, FileCategory } from '@atrium/contract/wire/files';
import type { ManifestFormat } from '@atrium/contract/wire/transfer';
import { capital, type Noun, quantityOf } from '../../api/nouns.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import type { ClientProblem } from './transfer/transferClient.ts';

/** The categories of the switch. */
export const categoryNames: Readonly<Record<FileCategory, string>> = {
  data: 'Data Files',
  analysis: 'Analysis Files',
  clinical: 'Clinical Data Files',
};

/** Ways of a download in the history. */
export const wayNames: Readonly<Record<DownloadWay, string>> = {
  https: 'Links',
  zip: 'Zip',
  script: 'Script',
  manifest: 'Manifest',
  aspera: 'Aspera',
  browser: 'Into a folder',
  drs: 'DRS',
};

export const manifestNames: Readonly<Record<ManifestFormat, string>> = {
  tsv: 'Table (TSV)',
  gdc: 'GDC style',
  gen3: 'Gen3 style',
  bag: 'BDBag',
  fetch: 'fetch.txt of a bag',
  aria2: 'Input of aria2',
  curl: 'Configuration of curl',
};

/** Why the transfer client cannot be used, and what would help. */
export const clientProblemWords: Readonly<Record<ClientProblem, string>> = {
  notLoaded: 'The transfer client could not be loaded: your network may block it.',
  noExtension: 'The extension IBM Aspera Connect is not installed in this browser.',
  notRunning: 'The program IBM Aspera Connect does not run on this computer, or is blocked.',
  outdated: 'The program IBM Aspera Connect is too old. It needs version 3.6.0 or newer.',
  silent: 'The program IBM Aspera Connect does not answer.',
};

/** Every sentence of the download screen. */
export const words = {
  title: 'Download Files',
  description: 'Choose the files of your active cohort, put them into the queue, and download them.',
  guide: 'Guide to the transfer service',
  keys: 'SSH keys',

  category: 'File category',
  source: 'Source',
  localSource: 'High-speed transfer',
  sourceOnlyData: 'The second source has data files only.',
  views: 'View',
  types: 'File types',
  files: 'Single files',
  history: 'History',

  columns: {
    dataType: 'Data type',
    experimentType: 'Experiment type',
    fileFormat: 'Format',
    individuals: 'Individuals',
    files: 'Files',
    size: 'Size (GB)',
    queue: 'Queue',
    name: 'Name',
    whose: 'Participant',
  },
  typesTable: 'File types of your cohort',
  add: 'Add',
  addType: (what: string) => `Add ${what} to the queue`,
  removeType: (what: string) => `In queue: take ${what} out of the queue`,
  queued: 'In queue',
  showFiles: (files: number, what: string) => `${formatQuantity(files, 'file')} of ${what}`,
  individuals: (count: number, percentage: number | null) =>
    `${formatCount(count)} (${percentage === null ? '–' : `${percentage}%`})`,
  none: '–',
  noSubject: ({ one }: Noun) => `Files of no ${one}`,
  family: (family: string) => `family ${family}`,
  moreSubjects: (count: number) => `and ${formatCount(count)} more`,
  loading: 'The files are being loaded',
  failed: 'The files could not be loaded',
  changeFailed: 'The queue was not changed',
  dismiss: 'Dismiss',
  noFilesAtAll: 'This dataset has no files that you may read',
  noFilesAtAllDetail: 'Files come with a release of the data. Ask the contact of the dataset.',
  noneHere: (category: string) => `Your cohort has no ${category.toLowerCase()} of this source`,
  noneHereDetail: 'Choose another category or source, or change the filters of the cohort.',
  changeFilters: 'Change the filters',

  search: 'Search by name, id, participant or family',
  clearFilter: (what: string) => `Show files of every type, not only ${what}`,
  only: (what: string) => `Only ${what}`,
  filesTable: 'Files of your cohort',
  addFile: (name: string) => `Add ${name} to the queue`,
  removeFile: (name: string) => `In queue: take ${name} out of the queue`,
  queuedByType: 'In queue with its type',
  addPage: (count: number) => `Add ${formatQuantity(count, 'file')} of this page`,
  pages: 'Pages',
  noneFound: 'No file matches',
  noneFoundDetail: 'Change what you search for, or show the files of every type.',
  showAll: 'Show all files',
  sort: (column: string) => `Sort by ${column.toLowerCase()}`,

  queueTitle: 'Download queue',
  queueEmpty: 'Nothing is in the queue',
  queueEmptyDetail: 'Add file types or single files of your cohort.',
  queueFailed: 'The queue could not be loaded',
  queueList: 'In the queue',
  clear: 'Clear the queue',
  clearShort: 'Clear',
  clearTitle: 'Clear the queue?',
  clearDetail: 'Everything is taken out of the queue. No file is deleted.',
  clearKeep: 'Keep it',
  cleared: 'The queue is empty',
  total: 'Total',
  totalFiles: 'Files',
  totalSize: 'Size',
  covered: 'Individuals covered',
  coveredOf: (covered: number, subjects: number) => `${formatCount(covered)} of ${formatCount(subjects)}`,
  missing: (missing: number, noun: Noun, experiment: string) =>
    `${quantityOf(missing, noun)} ${missing === 1 ? 'has' : 'have'} no ${experiment} file.`,
  uncovered: (count: number, noun: Noun) =>
    `${quantityOf(count, noun)} of your cohort ${count === 1 ? 'has' : 'have'} no file in the queue.`,
  everyoneCovered: 'Everyone in your cohort has a file in the queue.',
  noCount: 'Nobody is in your cohort.',

  parents: 'Also their mother and father',
  parentsDetail: (of: {
    readonly isOn: boolean;
    readonly people: string;
    readonly covered: string;
    readonly files: string;
    readonly size: string;
  }) =>
    `${of.people} outside of your cohort, of whom ${of.covered} have such files: ${of.files}, ${of.size}${of.isOn ? ' of the total' : ' more'}.`,
  enrolledTrios: (count: number) =>
    `${formatQuantity(count, 'enrolled trio')}: a proband of your cohort, whose mother and father are subjects, too.`,

  bandwidth: 'Connection speed',
  estimateIs: (time: string) => (time.startsWith('less') ? 'Less than a minute' : `About ${time}`),

  by: 'Download',
  ways: {
    aspera: 'With Aspera',
    browser: 'Into a folder of this computer',
    https: 'One file at a time',
  },
  wayDetails: {
    aspera: 'The fastest way. Needs IBM Aspera Connect.',
    browser: 'By HTTPS, several at a time. It can be paused, goes on after a reload, and compares checksums.',
    https: 'By HTTPS, with a link for each file.',
  },
  noFolder: 'This browser cannot write into a folder, so each file has a link. Chrome and Edge can.',
  start: 'Start download',
  more: 'Other ways',
  scripts: 'Scripts',
  scriptSh: 'Script for Linux and macOS',
  scriptPs: 'Script for Windows (PowerShell)',
  scriptAspera: 'Script for ascp',
  samples: 'Sample sheet: whose each file is (TSV)',
  samplesShort: 'Sample sheet',
  samplesName: (when: string) => `Sample sheet of the download of ${when}`,
  noSampleSheet: 'The portal did not give the sample sheet, which says whose each file is.',
  manifests: 'Manifests for other programs',
  zip: 'One zip file',
  zipTooLarge: (files: number, size: string) =>
    `One zip file (at most ${formatQuantity(files, 'file')} and ${size})`,
  largeTitle: (size: string) => `Download ${size}?`,
  largeDetail: (files: number) =>
    `${formatQuantity(files, 'file')}. Is there room for them on the disk? For very large downloads on a server or cluster, the script is the better way.`,
  largeGo: 'Download',
  cancel: 'Cancel',
  started: 'The download has started',
  startFailed: 'The download did not start',

  noSpecs: 'Could not process download request',
  noSpecsDetail: 'The transfer service gave no transfer. Your queue is as it was.',
  asperaFailed: 'Could not downlaod files via Aspera',
  offerHttps: 'The same files come by HTTPS too. Your queue is as it was.',
  useHttps: 'Download by HTTPS',

  transfers: 'Downloads',
  state: {
    starting: 'Starting',
    running: 'Downloading',
    paused: 'Paused',
    done: 'Complete',
    failed: 'Not complete',
  },
  into: (where: string) => `into “${where}”`,
  withAspera: 'with Aspera',
  filesDone: (done: number, all: number) => `${formatCount(done)} of ${formatQuantity(all, 'file')}`,
  left: (time: string) => `${time.startsWith('less') ? '' : 'about '}${time} left`,
  pause: 'Pause',
  resume: 'Resume',
  retry: 'Try again',
  dismissTransfer: 'Remove from the list',
  keepOpen: 'Keep the portal open in this tab until the download is complete.',
  unverified: (count: number) =>
    `${formatQuantity(count, 'file')} ${count === 1 ? 'has' : 'have'} no checksum in the catalogue and could not be compared.`,
  verified: 'All checksums are right.',
  failures: (count: number) => `${formatQuantity(count, 'file')} failed`,
  interrupted: 'A download was interrupted',
  signedOut: 'A download was stopped when you were signed out',
  accessEnded: (reason: string) => `The portal gives nothing more of it: ${reason} What has arrived is kept.`,
  interruptedDetail: (done: number, all: number, folder: string) =>
    `${formatCount(done)} of ${formatQuantity(all, 'file')} are in “${folder}”. It goes on where it was.`,
  forget: 'Forget it',
  noPermission: 'The browser was not allowed to write into the folder.',

  links: 'Links of this download',
  linksDetail: (until: string) => `Each link is yours alone and works until ${until}.`,
  linkName: (name: string) => `Download ${name}`,
  linksMore: 'More files',
  linksClose: 'Close',
  checksum: 'Checksum',

  historyTitle: 'Your downloads',
  historyEmpty: 'You have downloaded nothing yet',
  historyEmptyDetail: 'Each download that you start is kept here, so that you can queue it again.',
  historyFailed: 'Your downloads could not be loaded',
  historySize: (files: number, size: string) => `${formatQuantity(files, 'file')}, ${size}`,
  release: (release: string) => release,
  singleFiles: (count: number) => formatQuantity(count, 'single file'),
  again: 'Queue again',
  againName: (when: string) => `Queue again: the download of ${when}`,
  againDone: 'It is in the queue again',

  figures: 'What your cohort has',
  figuresDetail: ({ many }: Noun) =>
    `${capital(many)} with at least one file that you may read, and families of whom all three have one.`,
  figuresFailed: 'The charts could not be loaded',
  byExperiment: ({ many }: Noun) => `${capital(many)} by experiment type`,
  byExperimentSummary: (subjects: number, noun: Noun) =>
    `How many of the ${quantityOf(subjects, noun)} of your cohort have files of each experiment type`,
  trios: 'Sequenced trios: all three have files',
  triosSummary: (complete: number) =>
    `Of how many of the ${formatQuantity(complete, 'enrolled trio')} of your cohort all three have files of each experiment type`,
  experiment: 'Experiment type',
  subjects: ({ many }: Noun) => capital(many),
  trioCount: 'Trios',
} as const;
