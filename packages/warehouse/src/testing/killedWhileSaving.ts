import { type IndexWriter, saveIndex } from '@atrium/index';

const [file = ''] = process.argv.slice(2);

/** Half of an index: then the process is killed, as `kill -9` does. */
const writer: Pick<IndexWriter, 'header' | 'pieces'> = {
  header: () => ({
    subjects: 1,
    collections: new Map(),
    concepts: new Map(),
    ontologies: new Map(),
    files: null,
    leftOut: new Map(),
    free: 4096,
  }),
  pieces: function* () {
    yield new Uint8Array(2048);
    process.kill(process.pid, 'SIGKILL');
    yield new Uint8Array(2048);
  },
};

await saveIndex(writer, { file, of: 'the tables' });
