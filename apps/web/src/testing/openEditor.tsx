import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import type { User } from '@atrium/contract/wire/access';
import type { CohortEdited, CohortView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { useQuery } from '@tanstack/react-query';
import type { RequestHandler } from 'msw';
import { useState } from 'react';
import { z } from 'zod';
import { currentUserQuery } from '../api/session.ts';
import { cohortOptions } from '../features/cohort/cohortQueries.ts';
import { ConceptEditor } from '../features/cohort/editor/ConceptEditor.tsx';
import { aCohort, anEdit } from './cohorts.ts';
import { renderParts } from './renderParts.tsx';
import { answers, server } from './server.ts';

interface Situation {
  readonly concept: ConceptDetail;
  readonly statistics: ConceptStatistics;
  readonly view?: CohortView;
  readonly entryId?: string;
  /** Who is signed in; the shell knows it before it shows a screen. */
  readonly user?: User;
  /** The server's reply to an edit. */
  readonly edited?: Partial<CohortEdited>;
  /** Answers that come before those above. */
  readonly others?: readonly RequestHandler[];
}

interface BedProps {
  readonly conceptId: string;
  readonly entryId: string | undefined;
}

/** The editor on a screen that remembers the open filter, as the address does. */
function Bed({ conceptId, entryId }: BedProps) {
  const [entry, setEntry] = useState(entryId);
  const [isCohortOnly, setIsCohortOnly] = useState(false);
  const cohort = useQuery(cohortOptions('default'));
  return cohort.data === undefined ? null : (
    <ConceptEditor
      dataset="default"
      view={cohort.data}
      conceptId={conceptId}
      entryId={entry}
      isCohortOnly={isCohortOnly}
      onCohortOnly={setIsCohortOnly}
      onEntry={setEntry}
    />
  );
}

const onlyAsks = z.object({ transformation: z.object({ validate_only: z.literal(true) }) });

/** Opens one concept in the editor and collects what is posted and asked; an edit that is only checked, as a pause in typing has it, is none. */
export function openEditor(situation: Situation) {
  const { concept, statistics, view = aCohort(), entryId, edited = {}, others = [] } = situation;
  const session = { user: situation.user ?? null, platformVersion: '1.0.0', version: '1.0.0' };
  let { definition, snapshotId } = view;
  const posted: unknown[] = [];
  const requests: Readonly<Record<string, string>>[] = [];
  const opened: Readonly<Record<string, string>>[] = [];
  server.use(
    ...others,
    answers(cohortEndpoints.read, view),
    answers(catalogueEndpoints.concept, ({ query }) => {
      opened.push(query);
      return concept;
    }),
    answers(catalogueEndpoints.conceptStatistics, ({ query }) => {
      requests.push(query);
      return statistics;
    }),
    answers(cohortEndpoints.countAfter, { count: 3, errors: [], snapshotId: view.snapshotId }),
    answers(cohortInsightEndpoints.curveAfter, () => ({
      snapshotId,
      entryId: 'e',
      bound: 'min' as const,
      scale: 'number' as const,
      points: [],
    })),
    answers(cohortEndpoints.count, () => ({ count: 3, definition })),
    answers(cohortEndpoints.edit, ({ body }) => {
      if (!onlyAsks.safeParse(body).success) posted.push(body);
      const reply = anEdit({ snapshotId: 2, ...edited });
      ({ definition, snapshotId } = reply);
      return reply;
    }),
  );
  const screen = renderParts(<Bed conceptId={concept.conceptId} entryId={entryId} />, (client) =>
    client.setQueryData(currentUserQuery.queryKey, session),
  );
  return { ...screen, posted, requests, opened };
}
