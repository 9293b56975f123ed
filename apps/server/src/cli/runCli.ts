import { inspect } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { datasetAgreementCommand } from './agreementCommand.ts';
import { auditExportCommand, auditVerifyCommand } from './auditCommands.ts';
import { backupCommand, restoreCommand } from './backupCommands.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { convertCommand } from './convertCommand.ts';
import {
  datasetDoiCommand,
  datasetLackingCommand,
  datasetReleasesCommand,
  datasetSetCommand,
  groupRemoveCommand,
  groupSetCommand,
  importCommand,
} from './datasetCommands.ts';
import { datasetDeleteCommand, userDeleteCommand } from './deleteCommands.ts';
import { describeCommand } from './describeCommand.ts';
import { diskCommand } from './diskCommand.ts';
import { doctorCommand } from './doctorCommand.ts';
import { mailTestCommand } from './mailCommand.ts';
import { grantCommand, memberEndCommand, memberRenewCommand } from './memberCommands.ts';
import {
  memberImportCommand,
  memberListCommand,
  userImportCommand,
  userListCommand,
} from './peopleCommands.ts';
import { reportDeleteCommand, reportGiveCommand, reportListCommand } from './reportCommands.ts';
import { siteCheckCommand, siteSchemaCommand } from './siteCommands.ts';
import { startCommand } from './startCommand.ts';
import {
  userAddCommand,
  userDisableCommand,
  userEnableCommand,
  userLinkCommand,
  userPasswordCommand,
  userResetFactorCommand,
} from './userCommands.ts';
import { versionCommand } from './versionCommand.ts';

const commands: readonly Command[] = [
  startCommand,
  describeCommand,
  convertCommand,
  importCommand,
  userAddCommand,
  userListCommand,
  userImportCommand,
  userPasswordCommand,
  userDisableCommand,
  userEnableCommand,
  userLinkCommand,
  userResetFactorCommand,
  userDeleteCommand,
  grantCommand,
  memberListCommand,
  memberImportCommand,
  memberRenewCommand,
  memberEndCommand,
  groupSetCommand,
  groupRemoveCommand,
  datasetSetCommand,
  datasetAgreementCommand,
  datasetDoiCommand,
  datasetLackingCommand,
  datasetReleasesCommand,
  datasetDeleteCommand,
  reportListCommand,
  reportGiveCommand,
  reportDeleteCommand,
  siteCheckCommand,
  siteSchemaCommand,
  mailTestCommand,
  auditVerifyCommand,
  auditExportCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  versionCommand,
  diskCommand,
];

const overview = `Usage: atrium COMMAND

${commands.map(({ name, summary }) => `  ${name.padEnd(17)} ${summary}`).join('\n')}

"atrium COMMAND --help" says more. Commands work on the data directory ATRIUM_HOME
(default: .atrium in the working directory), through the portal if one is running.`;

const refused = 1;
const badUsage = 2;

/**
 * Runs one command. What it needs is loaded only after its arguments were checked.
 * @returns the exit code: 0 done, 1 refused, 2 bad usage, 128 and more stopped by a signal
 */
export async function runCli(given: readonly string[], context: CommandContext): Promise<number> {
  const args = given.length === 1 && given[0] === '--version' ? [versionCommand.name] : given;
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  try {
    if (command === undefined) return runNothing(args, context);
    const rest = args.slice(command.name.split(' ').length);
    if (asksForHelp(rest)) {
      context.terminal.print(command.help);
      return 0;
    }
    return await command.run(rest, context);
  } catch (error) {
    return await explain(error, command, context);
  }
}

const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((word) => word === '--help' || word === '-h');
};

function runNothing(args: readonly string[], { terminal }: CommandContext): number {
  if (args[0] === 'help' || asksForHelp(args)) {
    terminal.print(overview);
    return 0;
  }
  terminal.warn(...(args.length === 0 ? [] : [`There is no command "${args.join(' ')}".`]), overview);
  return badUsage;
}

async function explain(
  error: unknown,
  command: Command | undefined,
  { terminal, stop }: CommandContext,
): Promise<number> {
  if (error instanceof UsageError || error instanceof ConfigError) {
    terminal.warn(error.message, `Try "atrium ${command?.name ?? ''} --help".`);
    return badUsage;
  }
  const stopped = stop.exitCode();
  if (stopped !== null) {
    terminal.warn('Stopped.');
    return stopped;
  }
  const { reasonsOf } = await import('../operations/index.ts');
  const reasons = reasonsOf(error);
  terminal.warn(...(reasons ?? [inspect(error)]));
  return refused;
}
