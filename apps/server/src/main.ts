import { text } from 'node:stream/consumers';
import { runCli } from './cli/runCli.ts';
import { listenForStop } from './cli/stop.ts';
import { createTerminal, untilWritten } from './cli/terminal.ts';
import { loadConfig } from './config/config.ts';

const code = await runCli(process.argv.slice(2), {
  terminal: createTerminal(process.stdout, process.stderr),
  stop: listenForStop(),
  loadConfig,
  readInput: () => text(process.stdin),
});
await untilWritten(process.stdout, process.stderr);
process.exit(code);
