import { stat } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { SourceFormat } from '@atrium/warehouse';
import { type Command, parseWords, UsageError } from './command.ts';
import { presentGuesses, quotedPath } from './describeCommand.ts';

const formats = ['phenopackets', 'redcap', 'ped', 'omop'] as const satisfies readonly SourceFormat[];

export const convertCommand: Command = {
  name: 'convert',
  summary: 'Write a data package of data in another form',
  help: `Usage: atrium convert phenopackets|redcap|ped|omop INPUT… --to FOLDER [options]

Writes a data package into the new folder FOLDER: tables and a datapackage.json. An INPUT
is a file, a folder with all files below it, or a zip.

  phenopackets   GA4GH phenopackets of version 2 in JSON: one in a file, a list, families,
                 cohorts, or one on each line (.jsonl)
  redcap         the data dictionary and one file of records of a REDCap project, in CSV
  ped            pedigrees with six columns (.ped, .fam)
  omop           tables of the OMOP common data model, in CSV or Parquet

  --to FOLDER        where the package is written; the folder must not exist
  --name ID          the name of the package, which is the dataset's id
  --title TEXT       its title
  --ontology ID=FILE of phenopackets: an ontology file (.obo, .json) for the codes of hpo,
                     disease, assay, action or sample; repeat for several
  --missing CODES    of REDCap: the missing data codes of the project, with commas
  --help             print this

What was read is counted twice, and the report says what was left out and why. A dry run
of the import follows. Check the package before you import it, and say which columns are
protected (atrium.phi).`,
  run: async (args, context) => {
    const { values, positionals } = parseWords([...args], {
      to: { type: 'string' },
      name: { type: 'string' },
      title: { type: 'string' },
      ontology: { type: 'string', multiple: true, default: [] },
      missing: { type: 'string', default: '' },
    });
    const [named, ...inputs] = positionals;
    const format = formats.find((known) => known === named);
    if (format === undefined) throw new UsageError(`Give what to convert: ${formats.join(', ')}.`);
    if (inputs.length === 0) throw new UsageError('INPUT is missing.');
    if (values.to === undefined) throw new UsageError('--to FOLDER is missing.');
    const { convertInputs, conversionInWords } = await import('@atrium/warehouse');
    const { terminal, stop, loadConfig } = context;
    const report = await convertInputs({
      format,
      inputs: inputs.map((input) => path.resolve(input)),
      to: path.resolve(values.to),
      name: values.name,
      title: values.title,
      ontologies: values.ontology.map(parseOntology),
      missingCodes: values.missing.split(',').filter((code) => code !== ''),
      unpackLimits: loadConfig().importLimits.unpackLimits,
      onProgress: (step, detail) => terminal.progress({ step, detail }),
      signal: stop.signal,
    });
    terminal.print(...presentGuesses(conversionInWords(report)), `${values.to} is written.`);
    terminal.print('A dry run of the import:');
    const { operate } = await import('./operate.ts');
    const packagePath = path.resolve(values.to);
    await operate(context, { kind: 'import', packagePath, dataset: null, dryRun: true });
    terminal.print(`When the package says what you mean: atrium import ${quotedPath(values.to)}`);
    return 0;
  },
};

function parseOntology(given: string): { readonly id: string; readonly file: string } {
  const [, id, file] = /^([a-z]+)=(.+)$/.exec(given) ?? [];
  if (id === undefined || file === undefined) throw new UsageError(`--ontology ${given} is not ID=FILE.`);
  return { id, file: path.resolve(file) };
}

/** Refuses to import what an importer is made for, and names the command; does nothing for packages. */
export async function refuseConvertible(given: string): Promise<void> {
  const resolved = path.resolve(given);
  if ((await stat(path.join(resolved, 'datapackage.json')).catch(() => null)) !== null) return;
  if (given.toLowerCase().endsWith('datapackage.json')) return;
  const { recognizeSource } = await import('@atrium/warehouse');
  const found = await recognizeSource([resolved]);
  if (found === null) return;
  const folder = `${path.basename(resolved).replace(/\..*$/, '')}-package`;
  throw new PortalError(
    'bad_request',
    `${given} is no data package, but ${found.reason}. To have a package written of it: atrium convert ${found.format} ${quotedPath(given)} --to ${quotedPath(folder)}`,
  );
}
