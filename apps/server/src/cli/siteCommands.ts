import { type Command, parseArguments } from './command.ts';

export const siteCheckCommand: Command = {
  name: 'site check',
  summary: 'Check the configuration of the site, without a start',
  help: `Usage: atrium site check

Reads the configuration of the site as a start does: the file of ATRIUM_SITE_CONFIG, else
site.yaml or site.json in the data directory. Every mistake is a line with its path and reason.`,
  run: async (args, { terminal, loadConfig }) => {
    parseArguments(args, { names: [], options: {} });
    const { site } = loadConfig();
    terminal.print(`The configuration of ${site.title} is right.`);
    return 0;
  },
};

export const siteSchemaCommand: Command = {
  name: 'site schema',
  summary: 'Print the JSON Schema of the configuration of a site',
  help: `Usage: atrium site schema

Prints the JSON Schema of site.yaml and site.json, with which editors complete and check them.`,
  run: async (args, { terminal }) => {
    parseArguments(args, { names: [], options: {} });
    const { siteSchemaText } = await import('../config/siteFile.ts');
    terminal.output(siteSchemaText());
    return 0;
  },
};
