import { z } from 'zod';
import { noBody, nothing } from './shapes.ts';

/** The common parts of the calls of the staff rooms: they are below `/{app}/api/admin/`, and for staff (rule 15.1). */
const staff = { permission: 'staff', params: nothing, query: nothing, body: noBody } as const;

export const staffRead = { ...staff, method: 'GET' } as const;
export const staffWrite = { ...staff, method: 'POST' } as const;

/** The whole of a list as CSV. */
export const staffFile = { ...staffRead, reply: z.string(), streams: 'text/csv' } as const;
