import { unreachable } from '@atrium/contract/errors/unreachable';
import { addUser, administerAccount } from './accountOperations.ts';
import { showReleases } from './aggregateRelease.ts';
import { listAccepted, removeAgreement, setAgreement } from './agreementOperations.ts';
import { exportAudit, verifyAudit } from './auditOperations.ts';
import { backUp } from './backup/backUp.ts';
import { setDataset } from './datasetSettings.ts';
import { deleteDataset, deleteUser } from './deletions.ts';
import { showDisk } from './diskUse.ts';
import { examineStores } from './examineStores.ts';
import { removeGroup, setGroup } from './groups.ts';
import { checkReports, importDataset } from './importDataset.ts';
import { importPeople } from './importPeople.ts';
import { showLacking } from './lackingParts.ts';
import { listMembers, listUsers } from './listPeople.ts';
import { endMember, grantAccess, renewMember } from './membershipOperations.ts';
import type { Operation, OperationDeps, Watcher } from './operation.ts';
import { presentEndangered, presentReport } from './presentImport.ts';
import { registerDoi } from './registerDoi.ts';
import { finishIndex } from './releaseIndex.ts';
import { administerReports } from './reportOperations.ts';

/**
 * Performs an operation of an operator.
 * @returns the lines to print
 * @throws PortalError or PackageRefused where it is refused
 */
export async function perform(
  deps: OperationDeps,
  operation: Operation,
  watcher: Watcher,
): Promise<readonly string[]> {
  switch (operation.kind) {
    case 'import':
      if (operation.checkReports === true)
        return presentEndangered(await checkReports(deps, operation, watcher));
      return [
        ...presentReport(await importDataset(deps, operation, watcher), operation),
        ...(operation.dryRun ? [] : await finishIndex(deps, watcher)),
      ];
    case 'addUser':
      return addUser(deps, operation, watcher);
    case 'setPassword':
    case 'disableUser':
    case 'enableUser':
    case 'linkUser':
    case 'resetSecondFactor':
      return administerAccount(deps, operation, watcher);
    case 'grant':
      return grantAccess(deps, operation, watcher);
    case 'renewMember':
      return renewMember(deps, operation, watcher);
    case 'showDisk':
      return showDisk(deps);
    case 'listUsers':
      return listUsers(deps, operation);
    case 'listMembers':
      return listMembers(deps, operation);
    case 'importPeople':
      return importPeople(deps, operation, watcher);
    case 'deleteUser':
      return deleteUser(deps, operation, watcher);
    case 'deleteDataset':
      return deleteDataset(deps, operation, watcher);
    case 'endMember':
      return endMember(deps, operation, watcher);
    case 'setGroup':
      return setGroup(deps, operation, watcher);
    case 'removeGroup':
      return removeGroup(deps, operation, watcher);
    case 'setDataset':
      return setDataset(deps, operation, watcher);
    case 'registerDoi':
      return registerDoi(deps, operation, watcher);
    case 'setAgreement':
      return setAgreement(deps, operation, watcher);
    case 'removeAgreement':
      return removeAgreement(deps, operation, watcher);
    case 'listAcceptances':
      return listAccepted(deps, operation);
    case 'showReleases':
      return showReleases(deps, operation, watcher);
    case 'lackingParts':
      return showLacking(deps, operation, watcher);
    case 'listReports':
    case 'giveReport':
    case 'deleteReport':
      return administerReports(deps, operation, watcher);
    case 'verifyAudit':
      return verifyAudit(deps, operation, watcher);
    case 'examine':
      return (await examineStores(deps)).map((found) => JSON.stringify(found));
    case 'backup':
      return backUp(deps, operation, watcher);
    case 'exportAudit':
      return exportAudit(deps, operation, watcher);
    default:
      return unreachable(operation);
  }
}
