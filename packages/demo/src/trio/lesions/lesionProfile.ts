import type { LesionGroup } from '../dictionary/choices.ts';
import type { CourseName } from './courses.ts';
import type { EchoMeasureName } from './echoMeasures.ts';
import type { SyndromeName } from './syndromes.ts';

export type Shares<Name extends string = string> = readonly (readonly [name: Name, share: number])[];

/** What a main lesion brings with it. Lesions are named as in the ontology. */
export interface LesionProfile {
  readonly group: LesionGroup;
  /** Relative frequency among probands. */
  readonly weight: number;
  /** The exact lesion, by weight. */
  readonly primary: Shares;
  /** Further lesions, each with its own share. */
  readonly associated: Shares;
  readonly syndromes: Shares<SyndromeName>;
  readonly course: CourseName;
  /** Share found before birth. */
  readonly prenatal: number;
  readonly male: number;
  /** Weights of mild, moderate, severe and critical. */
  readonly severity: readonly [number, number, number, number];
  /** Share that dies of late causes during follow-up. */
  readonly lateDeaths: number;
  /** Oldest age at enrolment in years: severe lesions had no survivors before their operation was invented. */
  readonly eldest: number;
  /** Shifts of echo measures in deviations. */
  readonly echo: Partial<Readonly<Record<EchoMeasureName, number>>>;
}
