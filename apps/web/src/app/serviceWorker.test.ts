import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, it } from 'vitest';

type Handler = (event: object) => void;

/** Runs the worker that keeps the portal's files, and returns whether it answers a navigation. */
function startWorker(): (pathname: string) => boolean {
  const file = path.resolve(import.meta.dirname, '../../serviceWorker.js');
  const source = readFileSync(file, 'utf8').replace('__ASSETS__', '[]').replace('__VERSION__', '1');
  const handlers = new Map<string, Handler>();
  const location = new URL('https://portal.example.org/sw.js?app=pcgc');
  const caches = { open: async () => ({ match: async () => undefined, put: async () => undefined }) };
  const fetch = async () => new Response('<!doctype html>');
  const self = {
    location,
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
  };
  vm.runInNewContext(source, { self, URL, RegExp, Set, caches, fetch });
  return (pathname) => {
    let isAnswered = false;
    const request = { method: 'GET', mode: 'navigate', url: `${location.origin}${pathname}` };
    handlers.get('fetch')?.({ request, respondWith: () => (isAnswered = true), waitUntil: () => undefined });
    return isAnswered;
  };
}

it.each([
  ['/', true],
  ['/default/query', true],
  ['/pcgc/admin', true],
  ['/pcgc/admin/dictionary/clean.5', true],
  ['/pcgc/administration', false],
  ['/pcgc/feed/', false],
  ['/api/v2/dataset', false],
  ['/readyz', false],
])(
  'every page of the portal opens without a connection, and no call is answered: %s',
  (pathname, expected) => {
    expect(startWorker()(pathname)).toBe(expected);
  },
);
