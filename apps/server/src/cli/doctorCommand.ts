import { type Command, parseArguments } from './command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check the installation and say what to do',
  help: `Usage: atrium doctor [--json]

Looks at versions, settings, the data directory and its permissions, the disk, the lock, the
state database and its migrations, the releases with their tables, the audit and its heads,
back-ups, mail, providers and clocks. Changes nothing, also where no portal runs. Each line
says how it is and, where it is not well, what to do.

  --json  one JSON object on standard output
  --help  print this

Exit code: 0 where nothing is bad, 1 where something is.`,
  run: async (args, context) => {
    const { values } = parseArguments(args, {
      options: { json: { type: 'boolean', default: false } },
      names: [],
    });
    const { examine } = await import('./doctor/examine.ts');
    const findings = await examine(context);
    const isWell = findings.every(({ state }) => state !== 'bad');
    if (values.json) context.terminal.print(JSON.stringify({ isWell, findings }));
    else
      for (const { check, state, sentence, advice } of findings)
        context.terminal.print(
          `${state.padEnd(7)} ${check.padEnd(16)} ${sentence}`,
          ...(advice === null ? [] : [`${' '.repeat(25)}${advice}`]),
        );
    return isWell ? 0 : 1;
  },
};
