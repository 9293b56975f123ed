import { type Command, UsageError } from '../command.ts';
import { readArguments } from '../readArguments.ts';

const several = { type: 'string', multiple: true } as const;

/** Repeated options and commas alike; null where the option was not given. */
const listOf = (given: readonly string[] | undefined): string[] | null =>
  given === undefined ? null : given.flatMap((text) => text.split(',')).filter((id) => id !== '');

export const groupSetCommand: Command = {
  name: 'group set',
  summary: 'Limit what members of a dataset see',
  help: `Usage: atrium group set DATASET NAME (--all-subjects | --subjects CONCEPT…) [options]

Makes the permission group NAME of DATASET, or replaces what it opens. As soon as a
dataset has a group, a member without any sees no subjects and no concepts of it; a
member of several sees what any of them opens. "atrium grant … --group NAME" gives it.

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
    const { values, positionals } = readArguments(args, {
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
    const { operate } = await import('../operate.ts');
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
