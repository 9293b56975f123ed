#!/usr/bin/env node
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Atrium needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// In a checkout what runs is what stands in the sources; an installed package is built already.
const builder = new URL('../../../tools/build.mjs', import.meta.url);
if (existsSync(builder)) {
  const { build } = await import(builder.href);
  await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
await import('../dist/src/main.js');
