import { startPortal } from '../cli/start/startPortal.ts';
import { listenForStop } from '../cli/stop.ts';
import { createTerminal } from '../cli/terminal.ts';
import { readConfig } from '../config.ts';

/** `atrium start --port 0` with a demo of a few subjects; the number is the first word. */
const [subjects = '40'] = process.argv.slice(2);
const code = await startPortal({
  config: readConfig({ port: '0' }),
  terminal: createTerminal(process.stdout, process.stderr),
  stop: listenForStop(),
  isDemoWanted: true,
  demoSubjects: Number(subjects),
});
process.exit(code);
