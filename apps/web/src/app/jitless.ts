import { z } from 'zod';

// Imported before anything else: Zod's probe for `new Function` would be reported as a violation of the CSP.
z.config({ jitless: true });
