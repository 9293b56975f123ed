import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const bin = path.resolve(import.meta.dirname, '../../bin');

it.runIf(process.platform === 'linux')(
  'statements of the embedded engine run with a lower priority than the thread that answers everybody (rule 8.17)',
  async () => {
    const { UV_THREADPOOL_SIZE: _size, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: bin, env });
    const priorities = z.array(z.number());
    const found = z
      .object({ node: priorities, pool: priorities, engine: priorities })
      .parse(JSON.parse(stdout));
    expect(found.node.every((each) => each === 0)).toBe(true);
    expect(found.pool).toEqual(Array.from({ length: 16 }, () => 10));
    expect(found.engine.length).toBeGreaterThanOrEqual(3);
    expect(found.engine.every((each) => each === 10)).toBe(true);
  },
);

/** Prints the priority of the first thread and of all that came after the threads of Node itself. */
const program = `
  const { readdirSync, readFileSync } = require('node:fs');
  const tasks = () => readdirSync('/proc/self/task');
  const niceOf = (task) => Number(readFileSync('/proc/self/task/' + task + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
  const nodes = new Set(tasks());
  require('./threadPool.cjs').prepareThreadPool().then(async () => {
    const pool = tasks().filter((task) => !nodes.has(task));
    const { DuckDBInstance } = require('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:', { threads: '4' });
    const connection = await instance.connect();
    await connection.run('select count(*) from range(1000)');
    const engine = tasks().filter((task) => !nodes.has(task) && !pool.includes(task));
    const own = niceOf(process.pid);
    const relative = (names) => names.map((task) => niceOf(task) - own);
    console.log(JSON.stringify({ node: relative([...nodes]), pool: relative(pool), engine: relative(engine) }));
  });`;
