import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../testing/sharedData.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { type Description, describeFolder } from './describeFolder.ts';
import { findTableFiles } from './tableFiles.ts';

type Described = Description['descriptor'];

/** Describes the tables of a folder of real data without the descriptor that lies beside them. */
async function describeWithoutDescriptor(folder: string): Promise<Described> {
  const copy = await temporaryFolder();
  const names = (await readdir(folder)).filter((name) => /\.(?:csv|csv\.gz|txt)$/.test(name));
  for (const name of names) await copyFile(join(folder, name), join(copy, name));
  const tables = await findTableFiles(copy);
  if (tables === null) throw new Error('The folder has tables.');
  return (await describeFolder({ tables, scratchFolder: await temporaryFolder() })).descriptor;
}

const loaded = ({ resources }: Described) => resources.filter(({ atrium }) => atrium?.load !== false);
const keysOf = (descriptor: Described) =>
  Object.fromEntries(loaded(descriptor).map(({ name, schema }) => [name, schema?.primaryKey ?? null]));
const linksOf = (descriptor: Described): string[] =>
  loaded(descriptor).flatMap(({ name, schema }) =>
    (schema?.foreignKeys ?? []).map(
      ({ fields, reference }) =>
        `${name}.${String(fields)} -> ${reference.resource}.${String(reference.fields)}`,
    ),
  );
const inShort = ({ type, format, atrium }: PackageField): string =>
  [type, format, atrium?.type].filter((part) => part !== undefined).join(' ');
/** Fields of a resource by what they are described as. */
const typesOf = (descriptor: Described, name: string): Record<string, string[]> => {
  const found: Record<string, string[]> = {};
  for (const field of descriptor.resources.find((one) => one.name === name)?.schema?.fields ?? []) {
    found[inShort(field)] = [...(found[inShort(field)] ?? []), field.name];
  }
  return found;
};

const phenopackets = sharedData('phenopackets');
describe.skipIf(phenopackets === null)('the tables of the published phenopackets', () => {
  it('are described with subjects as the root, and with their keys, links and types', async () => {
    const descriptor = await describeWithoutDescriptor(phenopackets ?? '');
    expect(descriptor['atrium']).toEqual({ root: 'subjects' });
    expect(
      descriptor.resources.filter(({ atrium }) => atrium?.load === false).map(({ name }) => name),
    ).toEqual(['dictionary']);
    // Exception: the key (subject_id, row) of three tables has two columns; they get row numbers.
    expect(keysOf(descriptor)).toEqual({
      subjects: ['subject_id'],
      diseases: ['disease_id'],
      measurements: null,
      phenotypes: null,
      publications: ['pmid'],
      variants: null,
    });
    expect(linksOf(descriptor)).toEqual([
      'subjects.disease_id -> diseases.disease_id',
      'subjects.pmid -> publications.pmid',
      'measurements.subject_id -> subjects.subject_id',
      'phenotypes.subject_id -> subjects.subject_id',
      'variants.subject_id -> subjects.subject_id',
    ]);
    // Exception: codes of an ontology are categories where they are few, else text.
    expect(typesOf(descriptor, 'subjects')).toEqual({
      string: ['subject_id', 'subject_label', 'disease_id', 'disease_label', 'pmid'],
      'string category': [
        'cohort',
        'sex',
        'age_last_class_id',
        'age_last_class_label',
        'vital_status',
        'disease_onset_class_id',
        'disease_onset_class_label',
      ],
      duration: ['age_last_iso', 'disease_onset_iso'],
      integer: [
        ...['age_last_years', 'age_last_days', 'age_last_total_days', 'age_last_gestational_days'],
        ...[
          'disease_onset_years',
          'disease_onset_days',
          'disease_onset_total_days',
          'disease_onset_gestational_days',
        ],
        ...['n_phenotypes_observed', 'n_phenotypes_excluded', 'n_variants', 'n_measurements'],
      ],
      date: ['record_created'],
      boolean: ['has_structural_variant'],
    });
    expect(typesOf(descriptor, 'phenotypes')).toMatchObject({
      boolean: ['excluded'],
      duration: ['onset_iso'],
      string: ['subject_id', 'hpo_id', 'hpo_label'],
    });
    expect(typesOf(descriptor, 'measurements')).toMatchObject({
      number: ['value', 'reference_low', 'reference_high'],
      'string category': ['assay_id', 'assay_label', 'unit_id', 'unit_label'],
    });
    expect(typesOf(descriptor, 'variants')).toMatchObject({
      integer: ['row', 'pos'],
      'string category': expect.arrayContaining(['gene_symbol', 'zygosity', 'acmg', 'chrom']),
    });
  });
});

const gibleed = sharedData('omop_gibleed');
describe.skipIf(gibleed === null)('the tables of GiBleed', () => {
  it('are described with persons as the root, and with their keys, links and types', async () => {
    const descriptor = await describeWithoutDescriptor(gibleed ?? '');
    expect(descriptor['atrium']).toEqual({ root: 'person' });
    // Exception: the tables of the vocabulary are not connected with persons, since codes of an ontology are no links.
    expect(
      descriptor.resources.filter(({ atrium }) => atrium?.load === false).map(({ name }) => name),
    ).toEqual(['concept', 'concept_ancestor', 'concept_synonym', 'domain', 'relationship', 'vocabulary']);
    // Exception: six ids of observations occur twice, so the column is no key.
    expect(keysOf(descriptor)).toEqual({
      person: ['person_id'],
      condition_era: ['condition_era_id'],
      drug_era: ['drug_era_id'],
      observation: null,
      observation_period: ['observation_period_id'],
      procedure_occurrence: ['procedure_occurrence_id'],
      visit_occurrence: ['visit_occurrence_id'],
    });
    // Exception: few visits of procedures and observations are in the files, so these are no links.
    expect(linksOf(descriptor)).toEqual(
      [
        'condition_era',
        'drug_era',
        'observation',
        'observation_period',
        'procedure_occurrence',
        'visit_occurrence',
      ].map((name) => `${name}.person_id -> person.person_id`),
    );
    expect(typesOf(descriptor, 'person')).toMatchObject({
      year: ['year_of_birth'],
      'date %Y-%m-%d 00:00:00': ['birth_datetime'],
      'string category': expect.arrayContaining([
        'gender_source_value',
        'race_source_value',
        'ethnicity_source_value',
      ]),
    });
    expect(typesOf(descriptor, 'condition_era')).toEqual({
      string: ['condition_era_id', 'person_id'],
      'string category': ['condition_concept_id'],
      date: ['condition_era_start_date', 'condition_era_end_date'],
      integer: ['condition_occurrence_count'],
    });
    expect(typesOf(descriptor, 'drug_era')).toMatchObject({ integer: ['drug_exposure_count', 'gap_days'] });
    // Exception: codes that are whole numbers and not named as codes are numbers.
    expect(typesOf(descriptor, 'observation')).toMatchObject({ integer: ['observation_source_value'] });
  });
});
