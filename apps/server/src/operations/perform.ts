import { unreachable } from '@atrium/contract';
import { addAccount, grantMembership } from '../access/index.ts';
import { importDataset } from './importDataset.ts';
import type { ImportDeps } from './importDeps.ts';
import type { Operation, Watcher } from './operation.ts';
import { presentReport } from './presentReport.ts';

/** Does what an operator asks and says what came of it; throws PortalError or PackageRefused where it is refused. */
export async function perform(
  deps: ImportDeps,
  operation: Operation,
  watcher: Watcher,
): Promise<readonly string[]> {
  switch (operation.kind) {
    case 'import':
      return presentReport(await importDataset(deps, operation, watcher), operation.dryRun);
    case 'addUser': {
      const { username, isStaff } = await addAccount(deps.db, operation);
      return [`${isStaff ? 'Staff account' : 'Account'} ${username} can sign in.`];
    }
    case 'grant': {
      await grantMembership(deps.db, operation);
      const limit = operation.canViewWorkspace ? '' : ', without the workspace';
      return [
        `${operation.username} is a member of ${operation.dataset} at level ${operation.level}${limit}.`,
      ];
    }
    default:
      return unreachable(operation);
  }
}
