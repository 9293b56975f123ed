import { z } from 'zod';
import { queryInteger, queryValue } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/**
 * A public figure; null where it is not known, or not shown because it or its difference to another one is small
 * (rule 14.8). Which of the two, `hidden` of the reply says.
 */
const figure = z.int().nonnegative().nullable();
/** Paths of figures that are not shown, as `proband.genomes`. */
const hidden = z.array(z.string());

const assays = wireObject({ genomes: figure, exomes: figure, inDbgap: figure, all: figure });
export type AssayFigures = z.output<typeof assays>;

export const homeData = wireObject({
  /** The newest three that the caller may read. */
  news: z.array(wireObject({ id: z.int(), slug: z.string(), title: z.string(), created: z.iso.datetime() })),
  metrics: wireObject(
    {
      individual: assays,
      proband: assays,
      trio: assays,
      users: wireObject({ all: figure }),
      dbGaP: wireObject({ published: figure, submitted: figure }),
    },
    { dbGaP: 'dbGaP' },
  ),
  /** Days by keys as `whole_genomes_updated`; the label is the key before its last underscore. */
  dataUpdate: z.record(z.string(), z.iso.date()),
  hidden,
});
export type HomeData = z.output<typeof homeData>;

const people = {
  total: figure,
  asian: figure,
  black: figure,
  hispanic: figure,
  white: figure,
  mixed: figure,
  missing: figure,
  native: figure,
  indian: figure,
  male: figure,
};
const characteristics = wireObject(people);
const enrollment = wireObject({ ...people, wgs: figure, wes: figure, mips: figure });
export type Characteristics = z.output<typeof characteristics>;
export type Enrollment = z.output<typeof enrollment>;

export const metricsInfo = wireObject({
  probandAndTrio: wireObject({ probands: enrollment, trios: enrollment }),
  trioCharacteristics: wireObject({ wgs: characteristics, wes: characteristics }),
  hidden,
});
export type MetricsInfo = z.output<typeof metricsInfo>;

/** A page that the site configuration holds; `body` is sanitised HTML. */
export const sitePage = wireObject({ title: z.string(), body: z.string() });
export type SitePage = z.output<typeof sitePage>;

const required = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);

export const longestSubject = 200;
export const longestMessage = 10_000;

export const supportBody = wireObject({
  email: z.email('enter a valid address').max(254),
  subject: required(longestSubject),
  message: required(longestMessage),
});
export type SupportBody = z.input<typeof supportBody>;
export const supportSent = wireObject({ status: z.literal('sent') });

export const supportStates = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof supportStates)[number];

/** A request in the inbox of staff. */
export const supportSummary = wireObject({
  id: z.int(),
  sentAt: z.iso.datetime(),
  email: z.string(),
  /** The full name of the account that sent it; null for an anonymous caller. */
  account: z.string().nullable(),
  subject: z.string(),
  state: z.enum(supportStates),
  answers: z.int(),
});
export type SupportSummary = z.output<typeof supportSummary>;

export const supportListQuery = wireObject({
  state: queryValue.optional(),
  search: queryValue.optional(),
  page: queryInteger.optional(),
});
/** One page, newest first; `open` counts the open ones of the whole inbox. */
export const supportList = wireObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  open: z.int(),
  results: z.array(supportSummary),
});
export type SupportList = z.output<typeof supportList>;

export const supportAnswer = wireObject({
  id: z.int(),
  answeredAt: z.iso.datetime(),
  /** The full name of who wrote it; null where the account is gone. */
  by: z.string().nullable(),
  message: z.string(),
  /** Null while the mail waits. */
  mailedAt: z.iso.datetime().nullable(),
});

export const supportRequest = wireObject({
  id: z.int(),
  sentAt: z.iso.datetime(),
  email: z.string(),
  account: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(supportStates),
  /** When the support address was told by mail; null while the mail waits, or where none is sent. */
  mailedAt: z.iso.datetime().nullable(),
  answers: z.array(supportAnswer),
  /** Whether an answer can be mailed at all: the site sends mail. */
  canAnswer: z.boolean(),
});
export type SupportRequest = z.output<typeof supportRequest>;

export const answerBody = wireObject({ message: required(longestMessage) });
export const supportStateBody = wireObject({ state: z.enum(supportStates) });
