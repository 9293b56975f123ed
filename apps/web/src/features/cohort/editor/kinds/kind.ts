import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { ConceptStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { FieldErrors } from '../../../../api/definition/fieldErrors.ts';
import type { CountedNouns } from '../../../../api/nouns.ts';
import type { Scope, StatisticsRequest } from '../conceptQueries.ts';

/** The ways to filter by a date, each a tab of its editor. */
export type DateMode = 'date_range' | 'relative_to_today';

/** The description of a kind of concept for the editor. `Draft` holds the choices that a person has not applied yet. */
export interface ConceptKind<Draft> {
  /** The name of the kind, which is shown beside the name of a concept. */
  readonly name: string;
  /** The draft as the tab keeps it. */
  readonly draft: z.ZodType<Draft>;
  /** The draft of the filter that the server describes, or of a new one (rule 3.22). */
  readonly initial: (options: CohortOptions) => Draft;
  /** The fields by which an edit asks for the draft (rule 3.12). */
  readonly toFilter: (draft: Draft, includeMissing: boolean) => Partial<AddFilter>;
  readonly Editor: (props: KindEditorProps<Draft>) => ReactNode;
  /** Where values are typed, so that they can be wrong. */
  readonly typed?: TypedDraft<Draft>;
  /** False where one chooses the other value instead. */
  readonly canExclude?: false;
  /** The draft once it was saved: the server may have understood more than was typed. */
  readonly afterSave?: (draft: Draft, saved: FilterEntry) => Draft;
  /** The draft as this member may ask for it. */
  readonly permitted?: (draft: Draft, found: ConceptStatistics | undefined) => Draft;
  /** The draft opened at the tab that the address names. */
  readonly inTab?: (draft: Draft, tab: DateMode) => Draft;
}

/** The errors that a draft can have before it is applied. */
export interface TypedDraft<Draft> {
  /** How the server names the fields of the draft in its refusals. */
  readonly fieldNames: Readonly<Record<string, keyof Draft & string>>;
  /** The errors that are found without the server: a text that is no number, a maximum below the minimum. */
  readonly errorsOf: (draft: Draft) => FieldErrors<keyof Draft & string>;
  /** Nothing is typed yet, so that there is nothing to check. */
  readonly isBlank: (draft: Draft) => boolean;
}

export interface KindEditorProps<Draft> {
  /** The reply for `statistics`; ontology and text editors make further requests of the same form. */
  readonly request: StatisticsRequest;
  readonly statistics: UseQueryResult<ConceptStatistics>;
  readonly conceptName: string;
  /** The values that are looked for at first. */
  readonly search: string;
  readonly nouns: CountedNouns;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Changes the current draft when a reply arrives; keeps choices made meanwhile. */
  readonly onUpdate: (change: (draft: Draft) => Draft) => void;
  readonly toFilter: (draft: Draft) => AddFilter;
  /** The cohort on the screen, which the filter joins. */
  readonly snapshotId: number | null;
  /** The active cohort, where it is drawn over everybody's data. */
  readonly cohort: Scope | null;
  /** Its subjects, once they are counted. */
  readonly cohortSize: ShownCount | undefined;
  readonly errors: FieldErrors<keyof Draft & string>['fields'];
  /** The other tab of a date was opened. */
  readonly onTab: (tab: DateMode) => void;
}

/** What the drawings of an editor with bounds need of it. */
export type DrawnEditor<Draft> = Pick<
  KindEditorProps<Draft>,
  'conceptName' | 'nouns' | 'request' | 'draft' | 'onChange' | 'toFilter' | 'snapshotId'
>;

/** Name of the saved charts of a concept, without the ending. */
export const chartFileName = ({ dataset, conceptId }: StatisticsRequest): string => `${dataset}-${conceptId}`;

/** A value of the wire as a text field shows it. */
export const shownText = (value: string | number | null | undefined): string => String(value ?? '');

/** Adds what is not there and removes what is. */
export const toggleIn = <T>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((held) => held !== value) : [...values, value];

/** The lines of a pasted list, trimmed, without blank ones. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
