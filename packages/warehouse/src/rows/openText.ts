import { pipeline, type Readable, Transform, type Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface TextRequest {
  /** As the package names it, for messages. */
  readonly file: string;
  readonly isCompressed: boolean;
  readonly encoding: string;
  /** Told of each piece of the file as it lies there. */
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
    countBytes(request.onBytes),
    ...(request.isCompressed ? [createGunzip()] : []),
    decode(request.encoding),
    target,
  ];
  pipeline(steps, (error) => {
    if (error) target.destroy(error);
  });
  return target;
}

function countBytes(onBytes: (bytes: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
}

function decode(encoding: string): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (read: () => string, done: (error: Error | null, text?: string) => void): void => {
    try {
      done(null, read());
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      decoded(() => decoder.decode(chunk, { stream: true }), done),
    flush: (done) => decoded(() => decoder.decode(), done),
  });
}
