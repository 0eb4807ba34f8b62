import { z } from 'zod';
import { DefaultSharing, defaultCategories } from '../../domain/category.ts';
import { integerSetting } from '../../settings/settings.ts';

/** Health and metrics are also asked without the path, so a path cannot begin like theirs. */
const publicPath = /^(?!\/(?:api|metrics)(?:\/|$))(?:\/[a-z0-9][\w.-]{0,63}){0,4}\/?$/i;

const publicUrlSetting = z
  .string()
  .refine((text) => URL.canParse(text) && isPublicUrl(new URL(text)))
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`.replace(/\/$/, '');
  })
  .meta({
    description: 'the address that players reach, like https://hub.example.org or https://guild.example/hub',
  });

function isPublicUrl({ protocol, pathname, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && publicPath.test(pathname) && `${search}${hash}` === '';
}

/** Settings of every process that answers clients. */
export const clientSettings = {
  PUBLIC_URL: publicUrlSetting.optional().meta({
    purpose:
      'The address of the hub in links, pairings and settings of plugins. The pages accept commands from its origin only. With a path, everything is below this path. When not set, the host of each request counts.',
  }),
  TRUST_PROXY_HOPS: integerSetting({ min: 0, max: 16 }).default(0).meta({
    purpose:
      'The number of proxies in front of the hub: 0 without a proxy, 1 behind Caddy, 1 more for each CDN. The hub takes the address of a client from their headers.',
  }),
  CONNECTIONS_PER_ADDRESS: integerSetting({ min: 1, max: 2_000 }).default(1_000).meta({
    purpose:
      'The maximum number of open connections of one address. The limit applies only while `TRUST_PROXY_HOPS` is 0, and never to this machine.',
  }),
};

/** Settings of the plugin endpoints. */
export const pluginSettings = {
  HUB_NAME: z
    .string()
    .min(1)
    .max(64)
    .meta({
      description: 'a name of 1 to 64 characters',
      purpose: 'The name of the hub on the pages and in plugins.',
    })
    .default('Guild account hub'),
  MEMBER_NEW_ACCOUNTS_PER_DAY: integerSetting({ min: 1, max: 1_000_000, unit: 'accounts' })
    .default(50)
    .meta({ purpose: 'How many new accounts the plugins of a member may report in a UTC day.' }),
  MEMBER_ACCOUNTS_MAX: integerSetting({ min: 1, max: 1_000_000, unit: 'accounts' })
    .default(200)
    .meta({ purpose: 'How many accounts a member may have as owner or contributor.' }),
  DEVICE_HOURLY_MB: integerSetting({ min: 1, max: 1_000_000, unit: 'megabytes' })
    .default(128)
    .meta({ purpose: 'How much decompressed data a device may send in an hour.' }),
  DEFAULT_SHARING: z
    .string()
    .transform(parseSharing)
    .pipe(DefaultSharing)
    .meta({
      description: `pairs like stats=private, separated by commas: a category (${defaultCategories.join(', ')}), and guild or private`,
      purpose:
        'The sharing of new accounts, for members without a default of their own. A category that is not named is shared with the guild. The bank always starts private.',
    })
    .default({}),
};

function parseSharing(text: string): Record<string, string> {
  const sharing = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [category = '', ...said] = pair.split('=').map((word) => word.trim());
    const audience = said.join('=');
    // Two audiences become an empty audience, which is refused.
    sharing.set(category, (sharing.get(category) ?? audience) === audience ? audience : '');
  }
  return Object.fromEntries(sharing);
}
