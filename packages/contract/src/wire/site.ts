import { z } from 'zod';
import { instant } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/**
 * A public figure; null where it is not known, or not shown because it or its difference to another one is small
 * (rule 14.8). Which of the two, `hidden` of the reply says.
 */
const figure = z.int().nonnegative().nullable().default(null);
/** Paths of figures that are not shown, as `proband.genomes`. */
const hidden = z.array(z.string()).default([]);

const assays = wireObject({ genomes: figure, exomes: figure, inDbgap: figure, all: figure });
export type AssayFigures = z.output<typeof assays>;

/** False while the figures are being counted; ask again soon (rule 14.68). */
const areCounted = z.literal(false).optional();

export const homeData = wireObject({
  /** The newest three that the caller may read. */
  news: z.array(wireObject({ id: z.int(), slug: z.string(), title: z.string(), created: instant })),
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
  areCounted,
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
  /** Families of whom all three have that sequencing (rule 4.20); an older portal has none. */
  sequencedTrios: wireObject({ wgs: figure, wes: figure }).default({ wgs: null, wes: null }),
  hidden,
  areCounted,
});
export type MetricsInfo = z.output<typeof metricsInfo>;

/** A page that the site configuration holds; `body` is sanitised HTML. */
export const sitePage = wireObject({ title: z.string(), body: z.string() });
export type SitePage = z.output<typeof sitePage>;

const required = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);

export const maxSubject = 200;
export const maxMessage = 10_000;

export const supportBody = wireObject({
  email: z.email('enter a valid address').max(254),
  subject: required(maxSubject),
  message: required(maxMessage),
});
export type SupportBody = z.input<typeof supportBody>;
export const supportSent = wireObject({ status: z.literal('sent').default('sent') });
