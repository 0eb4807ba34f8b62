import { z } from 'zod';

/** The sources of pictures on the pages. */
export const pageSettings = {
  MAP_TILES_URL: pictureSetting(['zoom', 'plane', 'x', 'y'])
    .optional()
    .meta({ purpose: 'The source of the pictures of the map. When not set, the map has no pictures.' }),
  ITEM_ICON_URL: pictureSetting(['id'])
    .optional()
    .meta({ purpose: 'The source of the pictures of items. When not set, items have no pictures.' }),
};

const discordIdSetting = z
  .string()
  .regex(/^\d{5,20}$/)
  .meta({ description: 'a number, as Discord shows it' });

/** Settings to sign in with Discord: all of them are set, or none. */
export const discordSettings = {
  DISCORD_CLIENT_ID: discordIdSetting
    .optional()
    .meta({ purpose: 'The application at Discord with which members sign in to the pages.' }),
  DISCORD_CLIENT_SECRET: z
    .string()
    .max(256)
    .meta({
      description: 'the secret of the application at Discord',
      secret: true,
      purpose: 'The secret of that application.',
    })
    .optional(),
  DISCORD_GUILD_ID: discordIdSetting.optional().meta({
    purpose: 'The guild at Discord. Everybody in the guild can sign in, and becomes a member of the hub.',
  }),
};

/**
 * An address with a placeholder for each name. Its host is fixed, for the content security policy.
 */
function pictureSetting(names: readonly string[]) {
  const places = names.map((name) => `{${name}}`);
  return z
    .string()
    .max(512)
    .refine((text) => URL.canParse(text) && /^https?:\/\/[0-9A-Za-z.:[\]-]+\//.test(text))
    .refine((text) => places.every((place) => text.includes(place)))
    .meta({ description: `an http(s) address with ${places.join(', ')} after its host` });
}
