import { duckdb, postgres, type ReleaseSql, visibilityOfEverything } from '@atrium/engine';
import { buildIndex, saveIndex } from '@atrium/index';
import { type DuckDbPlace, type OpenIndexSource, withDuckDbSource } from '../duckdb/indexSource.ts';
import type { IndexTask, MakeIndex } from '../indexes/indexStore.ts';
import { type PostgresPlace, withPostgresSource } from '../postgres/indexSource.ts';

export type IndexPlace = DuckDbPlace | PostgresPlace;

/** Makes the file of an index in the thread of the caller. */
export const makeIndexHere: MakeIndex<IndexPlace> = ({ release, file, tables, place }, signal) => {
  const make = async ({ lookup, source }: OpenIndexSource): Promise<void> => {
    const dialect = place.kind === 'duckdb' ? duckdb : postgres;
    const everything: ReleaseSql = { release, lookup, dialect, visibility: visibilityOfEverything };
    const writer = await buildIndex(source, everything);
    signal.throwIfAborted();
    await saveIndex(writer, { file, of: tables });
  };
  return place.kind === 'duckdb'
    ? withDuckDbSource({ release, place }, signal, make)
    : withPostgresSource({ release, place }, signal, make);
};

export type PlainIndexTask = IndexTask<IndexPlace>;
