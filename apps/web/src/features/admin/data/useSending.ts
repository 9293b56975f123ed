import type { UploadItem } from '@atrium/contract/wire/adminData';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { announce } from '../../../ui/announce.ts';
import { uploadsQuery } from './dataQueries.ts';
import { words } from './dataWords.ts';
import { sendFile } from './sendFile.ts';

export interface SentFile {
  /** To be sent again where it could not be. */
  readonly file: File;
  readonly name: string;
  readonly size: number;
  readonly received: number;
  /** Why it could not be sent; null while it goes on. */
  readonly failure: string | null;
}

interface Sending {
  readonly files: readonly SentFile[];
  send(files: readonly File[], known: readonly UploadItem[], maxPart: number): Promise<void>;
  stop(): void;
}

/** Sends files one after another, and says how far each is. */
export function useSending(): Sending {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const abort = useRef<AbortController>(null);
  const change = (name: string, to: Partial<SentFile>): void =>
    setFiles((held) => held.map((one) => (one.name === name ? { ...one, ...to } : one)));
  const drop = (name: string): void => setFiles((held) => held.filter((one) => one.name !== name));
  return {
    files,
    stop: () => abort.current?.abort(new Error('stopped')),
    send: async (chosen, known, maxPart) => {
      const controller = new AbortController();
      abort.current = controller;
      for (const { name } of chosen) drop(name);
      const begun = chosen.map((file) => ({
        file,
        name: file.name,
        size: file.size,
        received: 0,
        failure: null,
      }));
      setFiles((held) => [...held, ...begun]);
      for (const file of chosen) {
        const { name } = file;
        const onProgress = (received: number) => change(name, { received });
        try {
          await sendFile({ file, known, maxPart, onProgress, signal: controller.signal });
          announce(words.load.arrived(name));
          drop(name);
        } catch (error) {
          if (controller.signal.aborted) drop(name);
          else change(name, { failure: describeError(error) });
        }
        await client.invalidateQueries({ queryKey: uploadsQuery.queryKey });
        if (controller.signal.aborted)
          return setFiles((held) => held.filter(({ failure }) => failure !== null));
      }
    },
  };
}
