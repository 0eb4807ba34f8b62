import { z } from 'zod';
import { AccountId } from '../../../shared/domain/account-id.ts';
import { categories } from '../../../shared/domain/category.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { exampleAccount, otherExampleAccountId } from './account-ref.ts';
import { openEnum } from './open-enum.ts';

const Owner = z
  .object({
    name: z.string(),
    chat_id: z.string().nullable(),
    discord_id: z.string().nullable().meta({ description: 'The chat id, if it is an id of Discord.' }),
  })
  .nullable()
  .meta({ id: 'Owner', description: 'The member who owns the account; null without an active owner.' });

export const accountFields = {
  id: AccountId,
  name: z.string(),
  account_hash: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "The plugin's hash of the account; for service keys only." }),
  type: Int32.nullable().meta({
    description: 'The number of the account type in the game; null until a plugin sends it.',
  }),
  type_label: z.string(),
  owner: Owner,
} as const;

export const exampleFields = {
  ...{ id: otherExampleAccountId, name: exampleAccount.name, type: 1, type_label: 'Ironman' },
  owner: { name: 'Quillon', chat_id: '204255221017214977', discord_id: '204255221017214977' },
};

export const CategoryName = openEnum('Category', categories);

export const ReadableCategories = z
  .array(CategoryName)
  .meta({ description: 'The categories that the key reads on this account, in a fixed order.' });

export const World = Int32.nullable();
