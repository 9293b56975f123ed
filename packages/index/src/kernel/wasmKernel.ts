import { existsSync, readFileSync } from 'node:fs';
import { type Codes, type Kernel, keyBuckets } from './kernel.ts';

/** What `assembly/kernel.ts` exports: whole numbers in, whole numbers out. */
type Exported = Readonly<Record<keyof Kernel, (...given: readonly number[]) => number>>;

const names: readonly (keyof Kernel)[] = [
  ...(['all', 'none', 'and', 'or', 'not', 'copy', 'count', 'addRange', 'keepRange'] as const),
  ...([
    'addListed',
    'keepListed',
    'addListedEach',
    'addAnyListed',
    'addPosted',
    'addAny',
    'addWithRows',
    'addPaired',
    'addRowsOf',
    'andCount',
  ] as const),
  ...([
    'tally',
    'tallySubjects',
    'tallyLists',
    'tallyListSubjects',
    'tallyCombined',
    'tallyKeys',
    'tallyGroups',
    'tallyBuckets',
    'takeLines',
  ] as const),
];

function isExported(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Exported {
  return names.every((name) => typeof exports[name] === 'function');
}

/** 64 KiB: WebAssembly counts its memory in these. */
const page = 65_536;

/** A memory that threads share, of at least so many bytes. */
export function sharedMemory(bytes: number): WebAssembly.Memory {
  // The kernel reads up to 64 codes at a time, also at the end.
  const pages = Math.ceil((bytes + 256) / page);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

const codesOf = ({ at, width }: Codes) => [at, width] as const;

/** The kernel in WebAssembly over a memory. `module` is what the build makes of `assembly/kernel.ts`. */
export function wasmKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!isExported(exports)) throw new Error('The kernel lacks a function.');
  const run = exports;
  return {
    all: ({ bits, count }) => void run.all(bits, count),
    none: ({ bits, count }) => void run.none(bits, count),
    and: (out, other, count) => void run.and(out, other, count),
    or: (out, other, count) => void run.or(out, other, count),
    not: ({ bits, count }) => void run.not(bits, count),
    copy: (out, other, count) => void run.copy(out, other, count),
    count: (bits, count) => run.count(bits, count),
    addRange: (codes, { low, high }, { from, count, bits }) =>
      void run.addRange(...codesOf(codes), from, count, low, high, bits),
    keepRange: (codes, { low, high }, { from, count, bits }) =>
      void run.keepRange(...codesOf(codes), from, count, low, high, bits),
    keepListed: (codes, table, { from, count, bits }) =>
      void run.keepListed(...codesOf(codes), from, count, table, bits),
    addListed: (codes, table, { from, count, bits }) =>
      void run.addListed(...codesOf(codes), from, count, table, bits),
    addListedEach: (codes, table, { from, count, bits, many, each }) =>
      void run.addListedEach(...codesOf(codes), from, count, table, many, bits, each),
    addAnyListed: ({ offsets, codes }, table, { from, count, bits }) =>
      void run.addAnyListed(offsets, ...codesOf(codes), from, count, table, bits),
    addPosted: ({ before, begins, lists, rows }, { low, high }, { from, count, bits }) =>
      void run.addPosted(before, begins, lists, rows, low, high, from, count, bits),
    addAny: (offsets, { from, count, bits }) => void run.addAny(offsets, from, count, bits),
    addWithRows: ({ offsets, rows }, { min, max, room }, { from, count, bits }) =>
      void run.addWithRows(offsets, rows.bits, rows.from, rows.count, from, count, min, max, room, bits),
    addPaired: ({ own, target, isSame, isOrdered, fromDistance, toDistance }, subjects, { out, room }) =>
      void run.addPaired(
        ...[own.offsets, own.rows.bits, own.rows.from, ...codesOf(own.edge), own.edge.points],
        ...[target.offsets, target.rows.bits, target.rows.from],
        ...[...codesOf(target.from), target.from.points, ...codesOf(target.to), target.to.points],
        ...[isSame ? 1 : 0, isOrdered ? 1 : 0, fromDistance, toDistance],
        ...[subjects.from, subjects.count, room, out],
      ),
    andCount: (one, other, count) => run.andCount(one, other, count),
    addRowsOf: ({ bits, from, count }, { offsets, rows }) =>
      void run.addRowsOf(bits, from, count, offsets, rows.from, rows.bits),
    tally: (codes, { bits, from, count }, { counts, room }) =>
      void run.tally(...codesOf(codes), codes.size, from, count, bits, counts, room),
    tallySubjects: (codes, { offsets, rows }, { subjects, counts, marks }) =>
      void run.tallySubjects(
        ...[...codesOf(codes), codes.size, offsets, rows.bits, rows.from, rows.count],
        ...[subjects.from, subjects.count, counts, marks],
      ),
    tallyGroups: (codes, { offsets, rows }, { masks, counts, subjects }) =>
      void run.tallyGroups(
        ...[...codesOf(codes), masks, offsets, rows.bits, rows.from, rows.count],
        ...[subjects.from, subjects.count, counts],
      ),
    tallyLists: ({ offsets, codes }, { bits, from, count }, counts) =>
      void run.tallyLists(offsets, ...codesOf(codes), from, count, bits, counts),
    tallyListSubjects: ({ offsets: lists, codes }, { offsets, rows }, { subjects, counts, marks }) =>
      void run.tallyListSubjects(
        ...[lists, ...codesOf(codes), offsets, rows.bits, rows.from, rows.count],
        ...[subjects.from, subjects.count, counts, marks],
      ),
    tallyCombined: ([a, b, c], { bits, from, count }, counts) =>
      void run.tallyCombined(
        ...[...codesOf(a), ...codesOf(b), b.size, c?.at ?? 0, c?.width ?? 0, c?.size ?? 1],
        ...[from, count, bits, counts],
      ),
    tallyKeys: ({ own, rows }, { bits, from, count }, { counts, marks }) =>
      void run.tallyKeys(
        ...[own.at, own.count, rows?.offsets ?? 0, rows?.columns.at ?? 0, rows?.columns.count ?? 0],
        ...[rows?.set?.bits ?? 0, rows?.set?.from ?? 0, rows?.none ?? 0, bits, from, count, counts, marks],
      ),
    tallyBuckets: (columns, { bits, from, count }, { low, shift, counts }) =>
      void run.tallyBuckets(columns.at, columns.count, from, count, bits, low, shift, keyBuckets, counts),
    takeLines: (columns, { bits, from, count }, { low, high, out }) =>
      run.takeLines(columns.at, columns.count, from, count, bits, low, high, out),
  };
}

/** In a build it lies beside this file; where the sources run, in the folder of the build. */
const places = [
  new URL('./kernel.wasm', import.meta.url),
  new URL('../../dist/kernel/kernel.wasm', import.meta.url),
];

/** The kernel in WebAssembly; null where it was not built, or the machine lacks what it needs. */
export function loadKernelModule(): WebAssembly.Module | null {
  const file = places.find((place) => existsSync(place));
  if (file === undefined) return null;
  const bytes = readFileSync(file);
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
}
