import { pipeline, type Readable, Transform, type Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { UnpackBudget } from '../package/unpackBudget.ts';

export interface TextRequest {
  /** As the package names it, for messages. */
  readonly file: string;
  readonly isCompressed: boolean;
  readonly encoding: string;
  /** Told of each piece of the file as it lies there. */
  /** What a compressed file may grow to. */
  readonly budget: UnpackBudget;
  readonly onBytes: (bytes: number) => void;
}

/**
 * Unpacks and decodes a file into `target`, which fails when the file does. Text that is not in the encoding is an
 * error; a byte order mark is dropped.
 */
export function openText<Target extends Writable>(
  stream: Readable,
  request: TextRequest,
  target: Target,
): Target {
  const steps = [
    stream,
    eachChunk(request.onBytes),
    ...(request.isCompressed ? unpacked(request) : []),
    decode(request.encoding),
    target,
  ];
  pipeline(steps, (error) => {
    if (error) target.destroy(error);
  });
  return target;
}

/** Told of the bytes of each chunk as it passes; what `look` throws ends the stream. */
function eachChunk(look: (bytes: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        look(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(asError(error));
      }
    },
  });
}

function unpacked({ file, budget }: TextRequest): Transform[] {
  const size = { packed: 0, unpacked: 0 };
  return [
    eachChunk((bytes) => {
      size.packed += bytes;
    }),
    createGunzip(),
    eachChunk((bytes) => {
      size.unpacked += bytes;
      budget.take(file, size);
    }),
  ];
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function decode(encoding: string): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (read: () => string, done: (error: Error | null, text?: string) => void): void => {
    try {
      done(null, read());
    } catch (error) {
      done(asError(error));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      decoded(() => decoder.decode(chunk, { stream: true }), done),
    flush: (done) => decoded(() => decoder.decode(), done),
  });
}
