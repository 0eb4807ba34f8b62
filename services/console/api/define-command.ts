import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Actor } from '../../../shared/domain/actor.ts';
import { carryOutOnce } from '../commands/carry-out-once.ts';
import { commandRecordId } from '../commands/command-record-id.ts';
import type { ConsoleCaller } from '../sessions/find-caller.ts';
import type { ConsoleServices } from './console-services.ts';
import { defineConsoleRoute } from './define-console-route.ts';
import { parseInput } from './requests/parse-input.ts';

/** The body also has the `request_id` of the page. */
interface CommandRoute<Body, Answer extends object> {
  readonly path: string;
  readonly access: 'member' | 'admin';
  readonly body: z.ZodType<Body>;
  /** Called once for each request id, even if the page sends the id again. */
  executeCommand(request: CommandRequest<Body>, services: ConsoleServices): Promise<Answer>;
}

export interface CommandRequest<Body> {
  readonly caller: ConsoleCaller;
  readonly actor: Actor;
  /** The id of the command's record, from the member and the id that the page sent. */
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
}

export const emptyBody = z.strictObject({});

const Requested = z.looseObject({ request_id: z.uuid().toLowerCase() });

export function defineCommand<Body, const Answer extends object>({
  path,
  access,
  body,
  executeCommand,
}: CommandRoute<Body, Answer>) {
  return defineConsoleRoute({
    method: 'POST',
    path,
    access,
    body: Requested,
    handle: async ({ caller, params, headers, body: { request_id: requestId, ...fields } }, services) => {
      const { memberId } = caller;
      const command = { requestId, memberId };
      const request: CommandRequest<Body> = {
        caller,
        actor: `member:${memberId}`,
        requestId: commandRecordId(command),
        params,
        body: parseInput(body, fields),
        headers,
      };
      const { database } = services.operations;
      return {
        body: await carryOutOnce(database, command, () => executeCommand(request, services)),
      };
    },
  });
}
