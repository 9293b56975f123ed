#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { pathToFileURL } = require('node:url');
const path = require('node:path');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Atrium needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Each statement of the embedded engine holds one of these threads, so files and passwords need others (rule 8.17).
// The number is read when the first thread is needed: a module that is loaded by `import` would come too late.
process.env.UV_THREADPOOL_SIZE ??= '16';

const load = (...names) => import(pathToFileURL(path.join(__dirname, ...names)).href);

async function start() {
  // In a checkout what runs is what stands in the sources; an installed package is built already.
  if (existsSync(path.join(__dirname, '../../../tools/build.mjs'))) {
    const { build } = await load('../../../tools/build.mjs');
    await build().catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
  }
  await load('../dist/src/main.js');
}

start();
