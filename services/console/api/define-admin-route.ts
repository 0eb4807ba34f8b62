import type { ConsoleServices } from './console-services.ts';
import { type CommandRequest, defineCommand, emptyBody } from './define-command.ts';
import { defineConsoleRoute } from './define-console-route.ts';

/** A GET without parameters. */
export function defineAdminRead<Answer extends object>(
  path: string,
  read: (services: ConsoleServices) => Promise<Answer> | Answer,
) {
  return defineConsoleRoute({
    method: 'GET',
    path,
    access: 'admin',
    handle: async (_, services) => ({ body: await read(services) }),
  });
}

type AdminCommandRequest = Pick<CommandRequest<object>, 'caller' | 'actor' | 'requestId'> & {
  /** The parameter `:id`; empty without the parameter. */
  readonly id: string;
};

/** A command whose path says everything. */
export function defineAdminCommand<Answer extends object>(
  path: string,
  executeCommand: (request: AdminCommandRequest, services: ConsoleServices) => Promise<Answer>,
) {
  return defineCommand({
    path,
    access: 'admin',
    body: emptyBody,
    executeCommand: ({ caller, actor, requestId, params: { id = '' } }, services) =>
      executeCommand({ caller, actor, requestId, id }, services),
  });
}
