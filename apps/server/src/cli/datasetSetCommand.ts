import { type Command, UsageError } from './command.ts';
import { parseWords } from './readArguments.ts';

export const datasetSetCommand: Command = {
  name: 'dataset set',
  summary: 'Change settings of a dataset',
  help: `Usage: atrium dataset set DATASET KEY=VALUE… [--reset KEY…]

Changes settings of DATASET and prints those that hold. What is set here stays as it is
when a new version of the package is imported. KEY= takes a setting away.

  smallCountThreshold=11      smaller figures are not shown to level agg
  siteTitle=TEXT  contactEmail=TEXT  logo=URL
  listed=false                only who may open the dataset sees that there is one
  headerLinks='{"Label": "URL"}'
  overviewConcepts='["ID", "ID"]'
                              what the overview of a cohort draws
  autoMembership='{"level": "deid", "groups": ["NAME"], "canViewWorkspace": true}'
                              whoever signs in and opens the dataset becomes a member
  --reset KEY                 what the package says holds again
  --help                      print this`,
  run: async (args, context) => {
    const { values, positionals } = parseWords([...args], {
      reset: { type: 'string', multiple: true, default: [] },
    });
    const [dataset, ...settings] = positionals;
    if (dataset === undefined || settings.length + values.reset.length === 0)
      throw new UsageError('DATASET and KEY=VALUE are missing.');
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'setDataset', dataset, settings, reset: values.reset });
    return 0;
  },
};
