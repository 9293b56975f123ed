import { existsSync, readFileSync } from 'node:fs';

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
