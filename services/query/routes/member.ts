import { z } from 'zod';
import { findByChatId } from '../../../projections/access/directory/find-by-chat-id.ts';
import { chatIdLengthMax, discordIdOf } from '../../../shared/domain/member.ts';
import { defineRoute } from '../define-route.ts';
import { dataAnswer } from '../http/answer.ts';
import { envelopeOf, exampleOf } from '../schemas/envelope.ts';

const exampleChatId = '112233445566778899';

const GuildMember = z
  .object({
    chat_id: z.string(),
    discord_id: z.string().nullable().meta({ description: 'The chat id, if it is an id of Discord.' }),
    member: z.boolean().meta({ description: 'Whether an active member has this chat id.' }),
    is_admin: z.boolean(),
    name: z.string().nullable(),
  })
  .meta({ id: 'GuildMember' });

export const memberRoute = defineRoute({
  operationId: 'getMember',
  path: '/members/{chat_id}',
  tag: 'Hub',
  summary: 'Whether somebody is a member',
  description:
    'For a service of the guild that signs people in by itself. An unknown chat id, a member who left and a removed member get the same answer. A user key gets the 404 of a path that does not exist.',
  kind: 'service',
  params: z.object({
    chat_id: z
      .string()
      .min(1, `must have 1 to ${chatIdLengthMax} characters`)
      .max(chatIdLengthMax, `must have 1 to ${chatIdLengthMax} characters`)
      .meta({ description: 'The id of the person in the guild’s chat.', example: exampleChatId }),
  }),
  badParams: 400,
  response: envelopeOf('GuildMemberResponse', GuildMember),
  example: exampleOf({
    chat_id: exampleChatId,
    discord_id: exampleChatId,
    member: true,
    is_admin: false,
    name: 'Quillon',
  }),
  statuses: [404],
  handle: ({ reader: { directory }, params: { chat_id } }, { clock }) => {
    const member = findByChatId(directory, chat_id);
    const data = {
      chat_id,
      discord_id: discordIdOf(chat_id),
      member: member !== null,
      is_admin: member !== null && directory.admins.has(member.id),
      name: member?.name ?? null,
    };
    return dataAnswer(data, clock());
  },
});
