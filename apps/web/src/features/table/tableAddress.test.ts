import { expect, it } from 'vitest';
import { parseTableAddress, parseTableDialog, writeTableAddress, writeTableDialog } from './tableAddress.ts';

it('is page 1 of 25 rows in the order of the table by default', () => {
  expect(parseTableAddress({})).toEqual({ page: 1, size: 25, sort: undefined });
  expect(parseTableAddress({ page: 3, size: 75, sort: '-a' })).toEqual({ page: 3, size: 75, sort: '-a' });
});

it('accepts only the offered page sizes', () => {
  expect(parseTableAddress({ size: 26 }).size).toBe(25);
  expect(parseTableAddress({ size: 100_000 }).size).toBe(25);
});

it('leaves default values out of the address', () => {
  expect(writeTableAddress({ page: 1, size: 25, sort: undefined })).toEqual({});
  expect(writeTableAddress({ page: 2, size: 50, sort: 'a' })).toEqual({ page: 2, size: 50, sort: 'a' });
});

it.each([undefined, { kind: 'columns', column: undefined }, { kind: 'options', column: 'a' }] as const)(
  'the dialog %o comes back from the address as it was written',
  (dialog) => expect(parseTableDialog(writeTableDialog(dialog))).toEqual(dialog),
);
