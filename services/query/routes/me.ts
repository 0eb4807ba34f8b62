import { z } from 'zod';
import { categoriesOf } from '../../../shared/domain/category.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { dataAnswer } from '../http/answer.ts';
import { CategoryName } from '../schemas/account.ts';
import { envelopeOf, exampleOf, Timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';

const Key = z
  .object({
    id: z.uuid(),
    kind: openEnum('KeyKind', ['user', 'service']),
    name: z.string(),
    prefix: z.string(),
    categories: z.array(CategoryName).meta({
      description: 'The categories that the key may read on accounts that share them, in a fixed order.',
    }),
    account_scope: openEnum(
      'AccountScope',
      ['all_visible', 'list'],
      '`list` is an explicit list of accounts.',
    ),
    rate_limit_per_minute: Int32,
    expires_at: Timestamp.nullable(),
  })
  // The Go generator ogen already makes a type `Key` from the security scheme `key`.
  .meta({ id: 'Key', 'x-ogen-name': 'APIKey' });

const Me = z
  .object({
    key: Key,
    user: z
      .object({ name: z.string() })
      .nullable()
      .meta({ id: 'KeyCreator', description: 'The member who made the key; null for a service key.' }),
    visible_accounts: Int32.nonnegative(),
  })
  .meta({ id: 'Me' });

export const meRoute = defineRoute({
  operationId: 'getMe',
  path: '/me',
  tag: 'Hub',
  summary: 'The key of the request',
  description: 'The key, the member who made it, and the number of accounts that it can see now.',
  response: envelopeOf('MeResponse', Me),
  example: exampleOf({
    key: {
      id: '0d9f6f0e-6c0f-4e0b-9c39-0a2f2f3c7a11',
      kind: 'user',
      name: 'Home Assistant',
      prefix: '4fK2mQ9xTz',
      categories: ['stats', 'events', 'activity'],
      account_scope: 'all_visible',
      rate_limit_per_minute: 120,
      expires_at: null,
    },
    user: { name: 'Quillon' },
    visible_accounts: 12,
  }),
  handle: ({ reader }, { clock }) => {
    const { key, directory, visible } = reader;
    const creator = key.memberId === null ? undefined : directory.members.get(key.memberId);
    const data = {
      key: {
        id: key.id,
        kind: key.kind,
        name: key.name,
        prefix: key.prefix,
        categories: categoriesOf(key.categories),
        account_scope: key.accountIds === null ? 'all_visible' : 'list',
        rate_limit_per_minute: key.rateLimitPerMinute,
        expires_at: timestampOrNull(key.expiresAt),
      },
      user: creator === undefined ? null : { name: creator.name },
      visible_accounts: visible.size,
    };
    return dataAnswer(data, clock());
  },
});
