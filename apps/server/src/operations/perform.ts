import { unreachable } from '@atrium/contract';
import { administerAccount } from './administerAccounts.ts';
import { exportAudit } from './audit/exportAudit.ts';
import { verifyAudit } from './audit/verifyAudit.ts';
import { addUser, grantAccess } from './changeAccounts.ts';
import { importDataset } from './importDataset.ts';
import type { OperationDeps } from './importDeps.ts';
import { setDataset } from './members/changeDataset.ts';
import { removeGroup, setGroup } from './members/changeGroups.ts';
import type { Operation, Watcher } from './operation.ts';
import { presentReport } from './presentReport.ts';

/** Does what an operator asks and says what came of it; throws PortalError or PackageRefused where it is refused. */
export async function perform(
  deps: OperationDeps,
  operation: Operation,
  watcher: Watcher,
): Promise<readonly string[]> {
  switch (operation.kind) {
    case 'import':
      return presentReport(await importDataset(deps, operation, watcher), operation.dryRun);
    case 'addUser':
      return addUser(deps, operation, watcher);
    case 'setPassword':
    case 'disableUser':
    case 'enableUser':
    case 'linkUser':
      return administerAccount(deps, operation, watcher);
    case 'grant':
      return grantAccess(deps, operation, watcher);
    case 'setGroup':
      return setGroup(deps, operation, watcher);
    case 'removeGroup':
      return removeGroup(deps, operation, watcher);
    case 'setDataset':
      return setDataset(deps, operation, watcher);
    case 'verifyAudit':
      return verifyAudit(deps, operation);
    case 'exportAudit':
      return exportAudit(deps, operation, watcher);
    default:
      return unreachable(operation);
  }
}
