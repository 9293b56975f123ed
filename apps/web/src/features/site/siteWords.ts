/** While the public figures are being counted, as after a start of the portal. */
export const countingWords = 'The figures are being counted. They appear here by themselves.';

/** Every sentence of the metrics. */
export const metricsWords = {
  title: 'Metrics',
  detail: 'Who is enrolled, and what is known of them. The figures are public and follow the data.',
  enrolment: 'Enrollment of probands and complete trios',
  enrolmentDetail:
    'A complete trio is an enrolled trio: a proband whose mother and father are enrolled, too. Shares are of all probands, or of all enrolled trios.',
  characteristics: 'Characteristics of whole-genome and whole-exome complete trios',
  characteristicsDetail:
    'These are enrolled trios whose proband has that sequencing. Sequenced trios, of whom all three have it, are counted apart; “Download Files” counts them for your cohort.',
  sequenced: 'Sequenced trios',
  sequencedDetail: 'Families of whom the proband, the mother and the father all have that sequencing.',
  tableOf: (title: string) => `Table: ${title}`,
  group: 'Group',
  people: 'Number',
  probands: 'Probands',
  trios: 'Enrolled trios',
  wgs: 'Trios, proband with genome',
  wes: 'Trios, proband with exome',
  hidden: 'not shown',
  hiddenNote: 'Small numbers are not shown, nor numbers from which they could be worked out.',
  unknown: 'Unknown',
  ethnicityNote: 'Hispanic is an ethnicity beside the races, so the rows need not add up to the total.',
  failed: 'The metrics could not be loaded',
} as const;

/** The rows of both tables, in their order. */
export const rowNames = {
  total: 'Total',
  wgs: 'Whole-genome sequencing',
  wes: 'Whole-exome sequencing',
  mips: 'Molecular inversion probes',
  male: 'Male',
  hispanic: 'Hispanic or Latino',
  white: 'White',
  black: 'Black or African American',
  asian: 'Asian',
  indian: 'American Indian or Alaska Native',
  native: 'Native Hawaiian or Pacific Islander',
  mixed: 'More than one race',
  missing: 'Race not known',
} as const;

/** The same under the bars of a picture. */
export const shortRowNames: Readonly<Record<keyof typeof rowNames, string>> = {
  total: 'Total',
  wgs: 'WGS',
  wes: 'WES',
  mips: 'MIPs',
  male: 'Male',
  hispanic: 'Hispanic',
  white: 'White',
  black: 'Black',
  asian: 'Asian',
  indian: 'Indian',
  native: 'Pacific',
  mixed: 'Mixed',
  missing: 'Unknown',
};

/** Every sentence of the support page. */
export const supportWords = {
  title: 'Support',
  detail: 'Questions about data, access or the portal? Write to us. A person answers.',
  video: 'Watch the demonstration',
  videoDetail: 'A few minutes that show how to build a cohort and take home its data.',
  form: 'Send Support Request',
  email: 'Email',
  emailHint: 'Where the answer goes.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send',
  sent: 'Message Sent!',
  sentDetail: 'We have your request and answer by e-mail.',
  needEmail: 'Enter your e-mail address',
  wrongEmail: 'Enter an address like name@example.org',
  needSubject: 'Enter a subject',
  needMessage: 'Enter your message',
  orWrite: 'You can also write to',
} as const;

/** Every sentence of the cards of the home page. */
export const homeWords = {
  news: 'News',
  allNews: 'All news',
  noNews: 'There is no news yet.',
  metrics: 'Metrics',
  allMetrics: 'All metrics',
  individuals: 'Individuals',
  probands: 'Probands',
  trios: 'Enrolled trios',
  genomes: 'Genomes',
  exomes: 'Exomes',
  inDbgap: 'In dbGaP',
  all: 'All',
  users: 'Users',
  published: 'Published in dbGaP',
  submitted: 'Submitted to dbGaP',
  unknown: 'Unknown',
  update: 'Last data update',
  noUpdate: 'It is not known when these data were updated.',
  failed: 'Not available at the moment.',
  tryAgain: 'Try again',
} as const;

/** The sentence about a page of the site. */
export const pageWords = { failed: 'This page could not be loaded' } as const;
