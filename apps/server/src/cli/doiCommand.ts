import { type Command, parseArguments, parseWords } from './command.ts';

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
