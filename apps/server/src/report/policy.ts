import { PortalError } from '@atrium/contract/errors/errorCode';
import { purposeKey } from '@atrium/engine';
import type { Member } from '../access/index.ts';

interface Owned {
  /** The account of the creator; null where it is gone. */
  readonly creatorId: number | null;
}

/** Whether a member may edit, share and delete a report that they see: its creator may, and nobody else (rule 12.2). */
export const mayChange = ({ account }: Pick<Member, 'account'>, { creatorId }: Owned): boolean =>
  creatorId === account.id;

/** Refuses a viewer who is not the creator. */
export function requireCreator(member: Pick<Member, 'account'>, report: Owned): void {
  if (!mayChange(member, report))
    throw new PortalError('not_permitted', 'Only the creator of this report may do this.');
}

/** Refuses a member without the workspace, whose active definitions are closed to them. */
export function requireWorkspace({ canViewWorkspace }: Pick<Member, 'canViewWorkspace'>): void {
  if (!canViewWorkspace)
    throw new PortalError('not_permitted', 'Your access to this dataset does not include the workspace.');
}

/** The same text for all members who see the same subjects, concepts and values of a release. */
export const visibilityText = ({
  level,
  groups,
  purpose,
}: Pick<Member, 'level' | 'groups' | 'purpose'>): string =>
  JSON.stringify([level, groups, ...(purpose === null ? [] : [purposeKey(purpose)])]);
