// Seeded release of s subjects and n events; figures of building, saving and loading its index.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeIndexHere } from '/work/wt/life/packages/warehouse/src/indexing/makeIndex.ts';
import { loadIndex } from '/work/wt/life/packages/index/src/layout/indexFile.ts';
const [s, n] = process.argv.slice(2).map(Number);
const folder = '/tmp/life/speed'; mkdirSync(folder, { recursive: true });
const file = `${folder}/release_${n}.duckdb`;
const concept = (number: number, id: string, type: string, collectionId: string, more = {}) => ({ id, number, type, title: id, titlePlural: id, description: '', collectionId, categoryNumber: null, isMultiple: false, uses: [], hasPhi: false, isAggregatable: true, isInteger: false, unit: null, ontologyId: null, prefilter: null, link: null, declaredValues: [], ...more });
if (!existsSync(file)) {
  const i = await DuckDBInstance.create(':memory:', { threads: '2' }); const c = await i.connect();
  await c.run(`ATTACH '${file}' AS r`); await c.run('SELECT setseed(0.3)');
  await c.run(`CREATE TABLE r.person AS SELECT CAST(x AS INTEGER) _row, CAST(x AS INTEGER) _subject, 'S' || x AS person_id, CASE WHEN random()<0.5 THEN 'female' ELSE 'male' END AS person_sex FROM range(1,${s + 1}) t(x)`);
  await c.run(`CREATE TABLE r.ev AS SELECT CAST(row_number() OVER () AS INTEGER) _row, _subject, _start, code AS ev_code, val AS ev_value, site AS ev_site FROM (SELECT CAST(1+floor(random()*${s}) AS INTEGER) _subject, DATE '2000-01-01' + CAST(floor(random()*9000) AS INTEGER) _start, 'HP:' || lpad(CAST(floor(random()*random()*2000) AS INTEGER)::VARCHAR,7,'0') code, CASE WHEN random()<0.1 THEN NULL ELSE round(random()*1000,1) END val, 'site ' || CAST(floor(random()*9) AS INTEGER) AS site FROM range(${n}))`);
  const dictionary = { datasetId: 'speed', rootCollectionId: 'person', subjectIdConceptId: 'person_id', eventTime: 'date', collections: [
    { id: 'person', title: 'p', titlePlural: 'p', description: '', isRoot: true, event: null, sharedRows: false, relations: [] },
    { id: 'ev', title: 'e', titlePlural: 'e', description: '', isRoot: false, event: { startConceptId: null, endConceptId: null, isInterval: false }, sharedRows: false, relations: [] }],
    concepts: [concept(1, 'person_id', 'text', 'person'), concept(2, 'person_sex', 'category', 'person'), concept(3, 'ev_code', 'category', 'ev'), concept(4, 'ev_value', 'number', 'ev'), concept(5, 'ev_site', 'category', 'ev')], categories: [], ontologies: [], defaultColumns: [] };
  await c.run('CREATE TABLE r._dictionary (document VARCHAR)'); await c.run('INSERT INTO r._dictionary VALUES ($1)', [JSON.stringify(dictionary)]);
  await c.run('CHECKPOINT r'); c.closeSync(); i.closeSync();
}
const index = `${folder}/release_${n}.index`; rmSync(index, { force: true });
const cpu = async (name: string, work: () => Promise<unknown>) => { const a = process.cpuUsage(); const b = performance.now(); await work(); const { user, system } = process.cpuUsage(a); const ms = (user + system) / 1000; console.log(`${name}: ${ms.toFixed(0)} ms of processor, ${(performance.now() - b).toFixed(0)} ms, peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`); return ms; };
const ms = await cpu('build', () => makeIndexHere({ release: 'r', file: index, tables: 't', place: { kind: 'duckdb', file, others: [], spillFolder: folder } }, new AbortController().signal));
console.log(`${(n / ms / 1000).toFixed(2)} M events a second of processor; ${(statSync(index).size / 1e6).toFixed(1)} MB`);
let longest = 0, last = performance.now(), isOver = false;
const lag = (async () => { while (!isOver) { await delay(1); const now = performance.now(); longest = Math.max(longest, now - last - 1); last = now; } })();
await cpu('load', () => loadIndex(index, { of: 't', scratch: 0, makeMemory: (bytes) => new SharedArrayBuffer(bytes) }));
isOver = true; await lag; console.log(`longest pause ${longest.toFixed(1)} ms`);
