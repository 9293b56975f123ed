import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { createPool } from './pool.ts';

/**
 * The only connection to an embedded database: all of PGlite is one session, and a second client would share its
 * transactions. It speaks the protocol of PostgreSQL with PGlite by the client's own encoder and decoder, and stays open.
 */
export const createEmbeddedPool = (pglite: PGlite, onFault: (error: Error) => void): pg.Pool =>
  createPool(
    {
      stream: () => new EmbeddedStream(pglite),
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
    },
    onFault,
  );

/** Authentication is complete, and the session is ready for a statement outside of a transaction. */
const welcome = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]]);

/** A simple query; a client that follows another one on the same session prepares its statements anew. */
const forgetStatements = Buffer.from('Q\0\0\0\x13deallocate all\0', 'latin1');

type Done = (error?: Error | null) => void;

/**
 * A socket whose other end is PGlite. The messages of a statement, which the client writes while the stream is corked,
 * are one call of PGlite: each call costs as much as a small statement. An abort of PGlite is the stream's error.
 */
class EmbeddedStream extends Duplex {
  readonly #pglite: PGlite;
  #isOpen = false;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(message: Buffer, _: BufferEncoding, done: Done): void {
    this.#ask(message, done);
  }

  override _writev(messages: { chunk: Buffer }[], done: Done): void {
    this.#ask(Buffer.concat(messages.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  #ask(message: Buffer, done: Done): void {
    this.#answer(message).then(() => done(), done);
  }

  async #answer(message: Buffer): Promise<void> {
    // The client is not ready for the answer until it has returned from sending.
    await undefined;
    if (this.#isOpen) return this.#send(message, (part) => this.push(Buffer.from(part)));
    this.#isOpen = true;
    await this.#send(forgetStatements, () => {});
    this.push(welcome);
  }

  /** A part of an answer lies in the memory of PGlite, and is there only until `hear` returns. */
  #send(message: Buffer, receive: (part: Uint8Array) => void): Promise<void> {
    return this.#pglite.execProtocolRawStream(message, { onRawData: receive, syncToFs: false });
  }
}
