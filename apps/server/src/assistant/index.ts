import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PortalApi } from '../access/index.ts';
import type { AskingAssistant } from '../audit/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed, route, showsNothing } from '../http/index.ts';
import { answerMessage } from './answerMessage.ts';
import { createCallPortal } from './portalCalls.ts';
import { registerProposals } from './proposals.ts';

export interface AssistantDeps extends DefinitionDeps {
  /** Whether the configuration of the site lets people allow assistants. */
  readonly isOpen: boolean;
  /** The version of the portal. */
  readonly software: string;
}

/** The call of assistants, and what they propose (rules 14.80 to 14.84). */
export function registerAssistant(api: PortalApi, deps: AssistantDeps): void {
  route(
    api,
    assistantEndpoints.protocol,
    async ({ account, body, request, reply, signal }) => {
      const assistant: AskingAssistant = { token: account.assistant ?? 0, lines: [] };
      const call = createCallPortal(request, { assistant, signal });
      const version = deps.software;
      const answer = await answerMessage({ headers: request.headers, body, version, call, signal });
      reply.code(answer.status);
      const [line, ...lines] = assistant.lines;
      return line === undefined ? showsNothing(answer.text) : disclosed(answer.text, [line, ...lines]);
    },
    async () => {
      if (!deps.isOpen) throw new PortalError('not_found', 'This site does not let assistants in.');
    },
  );
  registerProposals(api, deps);
}
