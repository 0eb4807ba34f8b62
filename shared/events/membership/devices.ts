import { z } from 'zod';
import { DeviceName } from '../../domain/member.ts';
import { defineMembershipEvent } from './define-membership-event.ts';

export const pairingCodeMade = defineMembershipEvent({
  type: 'pairing-code-made',
  description:
    'A pairing code, as an HMAC. The code lives 5 minutes from its record time. A member has at most 3 open pairing codes.',
  appended: 'when somebody starts a pairing for a member',
  key: 'member',
  fields: { member_id: z.uuid(), code_hash: z.base64().describe('The HMAC of the code.') },
});

const newDevice = {
  device_id: z.uuid(),
  token_hash: z.base64().describe('The SHA-256 of the token of the device.'),
  plugin: z.string().describe('The plugin, as the log names it.'),
  name: z.string().describe('The name of the plugin for people.'),
};

export const devicePaired = defineMembershipEvent({
  type: 'device-paired',
  description: 'A plugin used a pairing code. The first record in the log wins the code.',
  appended: 'when a plugin sends an open pairing code',
  key: 'member',
  fields: { code_hash: z.base64().describe('The HMAC of the pairing code.'), ...newDevice },
});

export const deviceTokenMade = defineMembershipEvent({
  type: 'device-token-made',
  description:
    'The hub created a device with a token, for a plugin that takes no pairing code. A member has at most `deviceTokensMax` active devices of one plugin. The log holds only the hash of the token.',
  appended: 'when somebody pairs such a plugin',
  key: 'member',
  fields: { member_id: z.uuid(), ...newDevice },
});

export const deviceRenamed = defineMembershipEvent({
  type: 'device-renamed',
  description: 'A member gave a device another name.',
  appended: 'when a member renames a device',
  key: 'member',
  fields: { device_id: z.uuid(), name: DeviceName.describe('The new name.') },
});

export const deviceRevoked = defineMembershipEvent({
  type: 'device-revoked',
  description: 'A device is refused from here on.',
  appended: 'when somebody revokes a device',
  key: 'member',
  fields: { device_id: z.uuid() },
});
