import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Command, parseArguments, parseWords, UsageError } from './command.ts';
import { refuseConvertible } from './convertCommand.ts';
import { describeHint } from './describeCommand.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a data package as a new release of a dataset',
  help: `Usage: atrium import PATH [--dataset ID] [--dry-run | --check-reports]
                          [--open-identifier TABLE.FIELD…] [--wider-use NAME…]

Imports the data package at PATH: a folder, a zip, or the datapackage.json in a folder.
The new release goes live when all of it has been loaded; until then, and if the
import is refused or killed, the previous release stays live. Where no portal runs, the
command ends when the index is made that answers questions about the release fast;
stopped then, it leaves the index to the portal.

  --dataset ID   the dataset's id; default: the name of the package
  --dry-run      read and check everything, report, and change nothing
  --check-reports
                 load everything, say which saved reports would break or lose something,
                 and delete what was loaded: nothing goes live
  --open-identifier TABLE.FIELD
                 let this field be open although it may say who somebody is; repeat it.
                 Without it nothing goes live while such a field is open. It is not
                 asked again for this dataset as long as the field stays what it is
  --wider-use NAME
                 let the release open its subjects to more uses than the live one, where
                 the refusal names this, such as codes:12:9f31c2d4 for 12 subjects; repeat it
  --help         print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: {
        dataset: { type: 'string' },
        'open-identifier': { type: 'string', multiple: true, default: [] },
        'wider-use': { type: 'string', multiple: true, default: [] },
        'dry-run': { type: 'boolean', default: false },
        'check-reports': { type: 'boolean', default: false },
      },
      names: ['PATH'],
    });
    const [given = ''] = positionals;
    await refuseConvertible(given);
    const hint = await describeHint(given);
    if (hint !== null) throw new PortalError('bad_request', hint);
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'import',
      packagePath: path.resolve(given),
      dataset: values.dataset ?? null,
      dryRun: values['dry-run'],
      checkReports: values['check-reports'],
      openIdentifiers: values['open-identifier'],
      widerUses: values['wider-use'],
    });
    return 0;
  },
};

export const datasetSetCommand: Command = {
  name: 'dataset set',
  summary: 'Change settings of a dataset',
  help: `Usage: atrium dataset set DATASET KEY=VALUE… [--reset KEY…]
                          [--confirm KEY…]

Changes settings of DATASET and prints all that are in force. What is set here also
stays when a new version of the package is imported. KEY= removes a setting.

  smallCountThreshold=11      smaller figures are hidden from level agg
  leastChange=11              members of level agg stay on the release they see until
                              so many subjects differ; 0: never (default: the
                              threshold, at least 10)
  siteTitle=TEXT  contactEmail=TEXT  logo=URL
  listed=false                only its members see that the dataset exists
  headerLinks='{"Label": "URL"}'
  overviewConcepts='["ID", "ID"]'
                              concepts in the overview of a cohort
  maxMembershipDays=365   a membership must have an end, at most so many days later
  exportRowsPerDay=100000     rows that one account may take of the dataset on a day
  autoMembership='{"level": "deid", "groups": ["NAME"], "canViewWorkspace": true}'
                              everybody who signs in and opens the dataset
                              becomes a member
  visaMemberships='[{"visas": [{"type": "ControlledAccessGrants", "value": "…",
                               "source": "https://…"}], "level": "deid"}]'
                              who has all of these visas in a passport is a member
                              until the first of them ends (docs/operations.md)
  publicRecord='{"creators": [{"name": "…"}], "publisher": {"name": "…"},
                 "conditions": "…", "dataUse": ["DUO:0000042"], "keywords": ["…"],
                 "variables": ["sex"], "dois": {"release_7": "10.1234/abc"}}'
                              a public page of the dataset and of each release, for
                              people and for catalogues (docs/interoperability.md)
  --reset KEY                 return to the setting of the package
  --confirm KEY               put in force what the package would open: autoMembership,
                              smallCountThreshold, leastChange, listed,
                              maxMembershipDays, exportRowsPerDay, publicRecord or
                              visaMemberships
  --help                      print this`,
  run: async (args, context) => {
    const { values, positionals } = parseWords([...args], {
      reset: { type: 'string', multiple: true, default: [] },
      confirm: { type: 'string', multiple: true, default: [] },
    });
    const [dataset, ...settings] = positionals;
    const { reset, confirm } = values;
    if (dataset === undefined || settings.length + reset.length + confirm.length === 0)
      throw new UsageError('DATASET and KEY=VALUE are missing.');
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'setDataset', dataset, settings, reset, confirm });
    return 0;
  },
};

const several = { type: 'string', multiple: true } as const;

/** The ids of an option that is repeated or holds commas; null where the option is absent. */
const listOf = (given: readonly string[] | undefined): string[] | null =>
  given === undefined ? null : given.flatMap((text) => text.split(',')).filter((id) => id !== '');

export const datasetLackingCommand: Command = {
  name: 'dataset lacking',
  summary: 'Show or say why a release lacks something',
  help: `Usage: atrium dataset lacking DATASET [--withdrawn ID…] [--not-delivered ID…]

Lists the concepts and collections that earlier releases of DATASET have and the live
one lacks. They are closed on the earlier releases, for reports that stay on one and for
members of level agg, until it is said that they are only no longer delivered.

  --withdrawn ID       it stays closed; repeat or use commas
  --not-delivered ID   earlier releases show it as before; repeat or use commas
  --help               print this

A collection is written collection:ID.`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { withdrawn: several, 'not-delivered': several },
      names: ['DATASET'],
    });
    const [dataset = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'lackingParts',
      dataset,
      withdrawn: listOf(values.withdrawn) ?? [],
      notDelivered: listOf(values['not-delivered']) ?? [],
    });
    return 0;
  },
};

export const datasetDoiCommand: Command = {
  name: 'dataset doi',
  summary: 'Register the DOI of a release',
  help: `Usage: atrium dataset doi DATASET [RELEASE] [--draft]

Registers a DOI for RELEASE of DATASET, such as release_7, with the registrar of the site,
and names it in the public record. Where the release has one, its metadata are brought up
to date. Without RELEASE it is the one that the public sees. The dataset needs a public
record, and the portal ATRIUM_DOI_REGISTRAR (docs/interoperability.md).

  --draft   nobody can follow the DOI yet, and the public record does not name it
  --help    print this`,
  run: async (args, context) => {
    const options = { draft: { type: 'boolean', default: false } } as const;
    const hasRelease = parseWords([...args], options).positionals.length > 1;
    const { values, positionals } = parseArguments(args, {
      options,
      names: ['DATASET', ...(hasRelease ? ['RELEASE'] : [])],
    });
    const [dataset = '', release = 'latest'] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'registerDoi', dataset, release, draft: values.draft });
    return 0;
  },
};

export const datasetReleasesCommand: Command = {
  name: 'dataset releases',
  summary: 'Show which release whom',
  help: `Usage: atrium dataset releases DATASET [--advance]

Says which release of DATASET members of level phi and deid see, which one members of
level agg see, and where they are not the same, what differs and why it is held back.

  --advance   let members of level agg see the live release now. Who compares their
              figures with those of before learns what differs, also of few subjects.
  --help      print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { advance: { type: 'boolean', default: false } },
      names: ['DATASET'],
    });
    const [dataset = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'showReleases', dataset, advance: values.advance });
    return 0;
  },
};

export const groupSetCommand: Command = {
  name: 'group set',
  summary: 'Limit what members of a dataset see',
  help: `Usage: atrium group set DATASET NAME (--all-subjects | --subjects CONCEPT…) [options]

Makes the permission group NAME of DATASET, or replaces what it opens. As soon as a
dataset has a group, a member without a group sees no subjects and no concepts of it. A
member of several groups sees what any of them opens. "atrium grant … --group NAME"
puts a member into the group.

  --all-subjects        every subject
  --subjects CONCEPT    subjects for whom the concept of the root is true, a number
                        other than 0, or has any other value; repeat or use commas
  --categories ID       only concepts under this category at the top of the tree
  --concepts ID         only, or also, this concept that stands under no category
  --collections ID      criteria sets may be created on this collection only
  --help                print this

Without --categories and --concepts every concept is open, as far as the level of the
member allows; without --collections every collection is.`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: {
        'all-subjects': { type: 'boolean', default: false },
        subjects: several,
        categories: several,
        concepts: several,
        collections: several,
      },
      names: ['DATASET', 'NAME'],
    });
    const allSubjects = values['all-subjects'];
    const subjectConcepts = listOf(values.subjects) ?? [];
    if (allSubjects === subjectConcepts.length > 0)
      throw new UsageError('Give --all-subjects or --subjects, and not both.');
    const [dataset = '', name = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'setGroup',
      dataset,
      name,
      opens: {
        allSubjects,
        subjectConcepts,
        categories: listOf(values.categories),
        concepts: listOf(values.concepts),
        collections: listOf(values.collections),
      },
    });
    return 0;
  },
};

export const groupRemoveCommand: Command = {
  name: 'group remove',
  summary: 'Remove a permission group',
  help: `Usage: atrium group remove DATASET NAME

Removes the permission group NAME of DATASET from all its members. Without any group,
every member sees every subject, as far as the level allows.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = parseArguments(args, { options: {}, names: ['DATASET', 'NAME'] });
    const [dataset = '', name = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'removeGroup', dataset, name });
    return 0;
  },
};
