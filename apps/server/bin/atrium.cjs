#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { pathToFileURL } = require('node:url');
const path = require('node:path');
const { prepareThreadPool } = require('./threadPool.cjs');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Atrium needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const load = (...names) => import(pathToFileURL(path.join(__dirname, ...names)).href);

async function start() {
  await prepareThreadPool();
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
