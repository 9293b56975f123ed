import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTerminal, untilWritten } from './terminal.ts';

it('without a terminal, each step of progress is one line on standard error', () => {
  const output = recorder(false);
  const errors = recorder(false);
  const terminal = createTerminal(output.outlet, errors.outlet);
  terminal.progress({ step: 'reading', detail: '1 %' });
  terminal.progress({ step: 'reading', detail: '2 %' });
  terminal.progress({ step: 'storing', detail: null });
  terminal.print('done');
  expect(errors.written).toEqual(['reading …\n', 'storing …\n']);
  expect(output.written).toEqual(['done\n']);
});

it('on a terminal a step overwrites its line, no wider than the terminal and at most every 100 ms', () => {
  let now = 1000;
  const errors = recorder(true);
  const terminal = createTerminal(recorder(true).outlet, errors.outlet, () => now);
  terminal.progress({ step: 'reading', detail: '1 %' });
  terminal.progress({ step: 'reading', detail: '2 %' });
  now += 100;
  terminal.progress({ step: 'reading', detail: '33 % of a long table' });
  terminal.warn('stopped');
  expect(errors.written).toEqual([
    '\r\u001b[2Kreading (1 %) …',
    '\r\u001b[2Kreading (33 % of a ',
    '\n',
    'stopped\n',
  ]);
});

it('what was written is waited for until its reader has taken all of it', async () => {
  const untaken: (() => void)[] = [];
  const pipe = new Writable({ write: (_part, _encoding, taken) => void untaken.push(taken) });
  createTerminal(pipe, pipe).output('a long result');
  let isWritten = false;
  const written = untilWritten(pipe).then(() => {
    isWritten = true;
  });
  untaken.shift()?.();
  await nextTurn();
  expect(isWritten).toBe(false);
  untaken.shift()?.();
  await written;
});

function recorder(isTTY: boolean) {
  const written: string[] = [];
  return { outlet: { isTTY, columns: 20, write: (text: string) => written.push(text) }, written };
}
