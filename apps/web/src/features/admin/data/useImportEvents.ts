import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { type ImportDetail, importProgressWire } from '@atrium/contract/wire/adminData';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointUrl } from '../../../api/client.ts';
import { importQuery } from './dataQueries.ts';

/** Follows the progress of an import by events. Without events the query asks from time to time. */
export function useImportEvents(importId: number, isOpen: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOpen || typeof EventSource === 'undefined') return;
    const url = endpointUrl(adminEndpoints.data.imports.events, { params: { importId } });
    const source = new EventSource(url, { withCredentials: true });
    const { queryKey } = importQuery(importId);
    source.addEventListener('progress', (event: MessageEvent<string>) => {
      const read = importProgressWire.safeParse(parsed(event.data));
      if (read.success)
        client.setQueryData(queryKey, (held: ImportDetail | undefined) =>
          held === undefined ? held : { ...held, progress: read.data },
        );
    });
    source.addEventListener('end', () => {
      source.close();
      void client.invalidateQueries({ queryKey: ['admin', 'data'] });
    });
    return () => source.close();
  }, [client, importId, isOpen]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
