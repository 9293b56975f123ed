import { prepareInitialState } from '../database/initialState.ts';
import { prepareReadyState } from './testDatabase.ts';

await prepareInitialState();
await prepareReadyState();
