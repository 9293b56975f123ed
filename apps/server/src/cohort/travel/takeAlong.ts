import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  type CohortFormat,
  cohortDocument,
  type TravellingCohort,
} from '@atrium/contract/wire/cohortDocument';
import {
  cohortDocumentOf,
  compileCodeList,
  type SoundCohort,
  toQuery,
  type WrittenCohort,
  writeCirce,
  writeSqon,
} from '@atrium/engine';
import { z } from 'zod';
import type { Member } from '../../access/index.ts';
import type { DefinitionDeps } from '../../definition/index.ts';
import type { OpenCohort } from '../cohortKind.ts';
import { inOneLine, recordedCohort } from '../recordedQuery.ts';
import { leftOutOfPhenopackets } from './phenopacketColumns.ts';

/** A cohort that is taken along, and what the file is called. */
export interface Taken {
  readonly cohort: OpenCohort;
  /** Without ending. */
  readonly fileName: string;
  /** Of the report. */
  readonly name?: string;
}

interface TakeRequest extends Taken {
  readonly format: CohortFormat;
  readonly signal: AbortSignal;
}

/** A sound cohort; refuses one with errors, of which a part is hidden or means nothing here (rule 3.5). */
export function requireSound({ checked }: OpenCohort): SoundCohort {
  if (checked.kind === 'sound') return checked;
  throw new PortalError('cohort_has_errors', 'This cohort has filters you cannot use.');
}

const endings: Readonly<Record<CohortFormat, string>> = {
  cohort: 'cohort.json',
  sqon: 'sqon.json',
  circe: 'circe.json',
  phenopackets: 'phenopackets.json',
};

/** A cohort in a convention, with the names of what cannot be said in it (rules 3.32 to 3.36). */
export async function takeAlong(
  deps: DefinitionDeps,
  member: Member,
  { cohort, fileName, name, format, signal }: TakeRequest,
): Promise<TravellingCohort> {
  const sound = requireSound(cohort);
  const { lookup } = cohort.release;
  const written = async (): Promise<WrittenCohort> => {
    switch (format) {
      case 'cohort':
        return { document: documentOf(sound, { cohort, name }, member), unsaid: [], leftOut: [] };
      case 'circe':
        return writeCirce(sound, lookup);
      case 'sqon':
        return writeSqon(sound, { lookup, codesOf: await codeListsOf(deps, { cohort, sound, signal }) });
      case 'phenopackets':
        return { document: null, unsaid: [], leftOut: leftOutOfPhenopackets(cohort.release) };
    }
  };
  const { document, unsaid, leftOut } = await written();
  return {
    format,
    fileName: `${fileName}.${endings[format]}`,
    document: document === null ? null : { ...document },
    unsaid: [...unsaid],
    leftOut: [...leftOut],
  };
}

type Named = Pick<Taken, 'cohort'> & { readonly name: string | undefined };

function documentOf(sound: SoundCohort, { cohort, name }: Named, member: Member) {
  const { release } = cohort;
  const description = recordedCohort(cohort)
    .description.split('\n')
    .filter((line) => line !== '');
  const document = cohortDocumentOf(
    sound,
    {
      ...(name === undefined ? {} : { name: inOneLine(name) }),
      description,
      source: { dataset: member.uniqueId, name: member.uniqueId, release: release.release },
    },
    release.lookup,
  );
  return z.record(z.string(), z.unknown()).parse(z.encode(cohortDocument, document));
}

/** A longer list of codes is not said. */
const maxCodes = 10_000;

interface CodesRequest {
  readonly cohort: OpenCohort;
  readonly sound: SoundCohort;
  readonly signal: AbortSignal;
}

/** The codes at and below the terms of each filter, looked up in the ontologies of the release. */
async function codeListsOf({ questions }: DefinitionDeps, { cohort, sound, signal }: CodesRequest) {
  const lists = new Map<string, readonly string[] | null>();
  const filters = sound.sets.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.filters : [entry])),
  );
  for (const { filter, concept } of filters) {
    if (filter.kind !== 'ontology' || filter.terms.length === 0) continue;
    const codes = filter.terms.map(({ code }) => code);
    const list = compileCodeList({ concept, codes, most: maxCodes + 1 }, cohort.release);
    const rows = await questions.run(toQuery(list), { signal });
    lists.set(filter.entryId, rows.length > maxCodes ? null : rows.map(({ code }) => String(code)));
  }
  return ({ entryId }: { readonly entryId: string }) => lists.get(entryId) ?? null;
}
