import { type Collection, type Concept, type Lookup, mayUseConcept } from '@atrium/engine';
import type { LiveRelease } from '../../catalogue/index.ts';
import { timesOf } from '../subjectRecords.ts';

/** The vocabularies whose terms a phenopacket holds, and where: features of HPO, and diseases. */
export interface Vocabulary {
  readonly prefix: string;
  readonly goesTo: 'phenotypicFeatures' | 'diseases';
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly iriPrefix: string;
}

const obo = (id: string): Pick<Vocabulary, 'id' | 'url' | 'iriPrefix'> => ({
  id,
  url: `http://purl.obolibrary.org/obo/${id}.owl`,
  iriPrefix: `http://purl.obolibrary.org/obo/${id.toUpperCase()}_`,
});

export const vocabularies: readonly Vocabulary[] = [
  { prefix: 'HP', goesTo: 'phenotypicFeatures', name: 'Human Phenotype Ontology', ...obo('hp') },
  { prefix: 'MONDO', goesTo: 'diseases', name: 'Mondo Disease Ontology', ...obo('mondo') },
  { prefix: 'DOID', goesTo: 'diseases', name: 'Human Disease Ontology', ...obo('doid') },
  {
    prefix: 'OMIM',
    goesTo: 'diseases',
    id: 'omim',
    name: 'Online Mendelian Inheritance in Man',
    url: 'https://www.omim.org',
    iriPrefix: 'https://omim.org/entry/',
  },
  {
    prefix: 'ORPHA',
    goesTo: 'diseases',
    id: 'orphanet',
    name: 'Orphanet',
    url: 'https://www.orpha.net',
    iriPrefix: 'http://www.orpha.net/ORDO/Orphanet_',
  },
];

/** The columns of a collection that say which terms somebody has, since when, and whether they are absent. */
export interface TermColumns {
  readonly collection: Collection;
  readonly term: Concept;
  readonly polarity: Concept | null;
  readonly start: Concept | null;
}

export interface PacketColumns {
  readonly sex: Concept | null;
  readonly terms: readonly TermColumns[];
}

const sexIds = ['sex', 'gender', 'sex_at_birth', 'gender_concept_name'];

/** What of a release goes into phenopackets, as far as the member may use it. */
export function packetColumns(release: LiveRelease): PacketColumns {
  const { lookup } = release;
  const { concepts } = lookup.dictionary;
  const own = sexIds.flatMap((id) => lookup.concept(id) ?? []);
  const sex = own.find((one) => one.collectionId === lookup.root.id && isPlainCategory(one));
  const terms = concepts.flatMap((term): readonly TermColumns[] => {
    const collection = lookup.collection(term.collectionId);
    if (collection === undefined || collection.isRoot || !isTerm(term, release)) return [];
    const [start = null] = timesOf(collection, release);
    return [{ collection, term, polarity: polarityOf(collection, release), start }];
  });
  return { sex: sex !== undefined && mayUseConcept(sex, release) ? sex : null, terms };
}

const isPlainCategory = ({ type, isMultiple }: Concept): boolean => type === 'category' && !isMultiple;

const isTerm = (concept: Concept, release: LiveRelease): boolean =>
  concept.type === 'ontology' && !concept.isMultiple && mayUseConcept(concept, release);

function polarityOf({ polarity }: Collection, release: LiveRelease): Concept | null {
  const concept = polarity === undefined ? undefined : release.lookup.concept(polarity.conceptId);
  return concept !== undefined && mayUseConcept(concept, release) ? concept : null;
}

/** A collection says which records are absent, and the member may not see it: its terms would read as present. */
export const isSilent = ({ collection, polarity }: TermColumns): boolean =>
  collection.polarity !== undefined && polarity === null;

/** What the files do not hold, by name, before anything is saved (rule 3.35). */
export function leftOutOfPhenopackets(release: LiveRelease): readonly string[] {
  const { sex, terms } = packetColumns(release);
  const kept = terms.filter((one) => !isSilent(one));
  const held = new Set([
    release.lookup.subjectId?.id,
    sex?.id,
    ...kept.flatMap(({ term, polarity, start }) => [term.id, polarity?.id, start?.id]),
  ]);
  const { concepts } = release.lookup.dictionary;
  return [
    'terms that are of none of HPO, MONDO, DOID, OMIM and Orphanet, or share their label, and codes outside the ontology',
    'ages of 90 years and more, where they are one group',
    'files',
    ...concepts.filter(({ id }) => !held.has(id)).map((concept) => `${titleIn(concept, release.lookup)}`),
  ];
}

const titleIn = ({ title, collectionId }: Concept, { root, collection }: Lookup): string =>
  collectionId === root.id ? title : `${collection(collectionId)?.title ?? collectionId}: ${title}`;
