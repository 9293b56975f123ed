import { startPortal } from '../cli/startPortal.ts';
import { listenForStop } from '../cli/stop.ts';
import { createTerminal } from '../cli/terminal.ts';
import { loadConfig } from '../config/config.ts';

/** `atrium start --port 0` with a demo of a few subjects; the number is the first argument. */
const [subjects = '40'] = process.argv.slice(2);
const code = await startPortal({
  config: loadConfig({ port: '0' }),
  terminal: createTerminal(process.stdout, process.stderr),
  stop: listenForStop(),
  isDemoWanted: true,
  demoSubjects: Number(subjects),
});
process.exit(code);
