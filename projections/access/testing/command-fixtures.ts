import type { NewEvent } from '../../../shared/events/event.ts';
import { accountBlock } from '../commands/account-block.ts';
import { accountErasure } from '../commands/account-erasure.ts';
import { accountTransfer } from '../commands/account-transfer.ts';
import { adminChange, firstAdmin } from '../commands/admin-change.ts';
import { decommissionSwitch } from '../commands/decommission-switch.ts';
import { devicePairing } from '../commands/device-pairing.ts';
import { deviceRenaming } from '../commands/device-renaming.ts';
import { deviceRevocation } from '../commands/device-revocation.ts';
import { deviceTokenMaking } from '../commands/device-token-making.ts';
import { identitySighting } from '../commands/identity-sighting.ts';
import { keyChange } from '../commands/key-change.ts';
import { keyCreation } from '../commands/key-creation.ts';
import { keyRevocation } from '../commands/key-revocation.ts';
import { memberAddition } from '../commands/member-addition.ts';
import { memberChange } from '../commands/member-change.ts';
import { memberDeparture } from '../commands/member-departure.ts';
import { memberErasure, refusedMemberErasure } from '../commands/member-erasure.ts';
import { pairingCodeHash } from '../commands/pairing-code.ts';
import { pairingCodeOpening } from '../commands/pairing-code-opening.ts';
import { parkedDrop, parkedRetry } from '../commands/parked-decisions.ts';
import { sharingChange } from '../commands/sharing-change.ts';
import type { Directory } from '../directory/directory.ts';
import { bram, type Given, given, id, quill, tess } from './membership.ts';

/** A command that is granted after what the hub knows, and one or more that the directory already refuses. */
export interface CommandFixture {
  /** What the log holds on top of `guild`. */
  readonly after?: readonly Given[];
  readonly command: (directory: Directory) => NewEvent;
  /** Who gives it. */
  readonly actor: string;
  /** By the code of the refusal; none for a command that the directory has nothing to say about. */
  readonly refused: Readonly<Record<string, (directory: Directory) => NewEvent>>;
}

/** What every fixture is decided on: Tess has left, and of the devices one is paired. */
export const guild: readonly Given[] = [
  given.member(quill, 'Quill Fen'),
  given.member(bram, 'Bram', { chat_id: '42' }),
  given.member(tess, 'Tess'),
  given.leaving(tess),
  given.code(quill, 'used'),
  given.pairing(id(11), 'used'),
  given.identity('a1', quill, { name: 'Fen' }),
  given.key(21, null),
  given.key(22, quill),
];

const cli = { actor: 'cli' } as const;
const byQuill = { actor: `member:${quill}` } as const;
const hash = (text: string) => Buffer.from(text).toString('base64');
const parked = { recordId: id(900), projections: ['event-feed'], offset: 3, ...cli };
const newMember = { memberId: id(4), name: 'Merrin', chatId: null, timeZone: 'UTC', ...cli };
const newUserKey = {
  key: { id: id(23), prefix: 'prefix0023', secretHash: hash('secret') },
  memberId: quill,
  categories: ['stats'],
  accountIds: ['a1'],
  expiresAt: null,
  ...byQuill,
} as const;
const hidden = {
  accountId: 'a1',
  category: 'stats',
  audience: 'selected',
  memberIds: [bram],
  ...byQuill,
} as const;
const newDevice = { deviceId: id(12), tokenHash: hash('token'), plugin: 'ha', name: 'HA Exporter' };

/** One for each command, by the name of its function. */
export const commandFixtures: Readonly<Record<string, CommandFixture>> = {
  accountBlock: {
    command: (known) => accountBlock(known, { accountId: 'a1', memberId: bram, blocked: true, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_account: (known) =>
        accountBlock(known, { accountId: 'a9', memberId: bram, blocked: true, ...cli }),
      unknown_member: (known) =>
        accountBlock(known, { accountId: 'a1', memberId: id(9), blocked: true, ...cli }),
    },
  },
  accountErasure: {
    command: (known) => accountErasure(known, { accountId: 'a1', ids: ['a2'], ...cli }),
    actor: 'cli',
    refused: { unknown_account: (known) => accountErasure(known, { accountId: 'a9', ids: [], ...cli }) },
  },
  accountTransfer: {
    command: (known) => accountTransfer(known, { accountId: 'a1', memberId: bram, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_account: (known) => accountTransfer(known, { accountId: 'a9', memberId: bram, ...cli }),
      member_left: (known) => accountTransfer(known, { accountId: 'a1', memberId: tess, ...cli }),
    },
  },
  adminChange: {
    command: (known) => adminChange(known, { memberId: bram, admin: true, ...byQuill }),
    after: [given.admin(quill)],
    actor: byQuill.actor,
    refused: {
      last_admin: (known) => adminChange(known, { memberId: quill, admin: false, ...cli }),
      member_left: (known) => adminChange(known, { memberId: tess, admin: true, ...cli }),
      unknown_member: (known) => adminChange(known, { memberId: id(9), admin: true, ...cli }),
    },
  },
  decommissionSwitch: {
    command: (known) => decommissionSwitch(known, { on: true, ...cli }),
    actor: 'cli',
    refused: {},
  },
  devicePairing: {
    after: [given.code(bram, 'open')],
    command: (known) => devicePairing(known, { ...newDevice, codeHash: hash('open') }),
    actor: `member:${bram}`,
    refused: {
      code_used: (known) => devicePairing(known, { ...newDevice, codeHash: hash('used') }),
      code_unknown: (known) => devicePairing(known, { ...newDevice, codeHash: hash('guess') }),
    },
  },
  deviceRenaming: {
    command: (known) => deviceRenaming(known, { deviceId: id(11), name: 'attic', ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_device: (known) => deviceRenaming(known, { deviceId: id(19), name: 'attic', ...cli }),
    },
  },
  deviceRevocation: {
    command: (known) => deviceRevocation(known, { deviceId: id(11), ...byQuill }),
    actor: byQuill.actor,
    refused: { unknown_device: (known) => deviceRevocation(known, { deviceId: id(19), ...cli }) },
  },
  deviceTokenMaking: {
    command: (known) => deviceTokenMaking(known, { ...newDevice, memberId: quill, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      member_left: (known) => deviceTokenMaking(known, { ...newDevice, memberId: tess, ...cli }),
      unknown_member: (known) => deviceTokenMaking(known, { ...newDevice, memberId: id(9), ...cli }),
    },
  },
  firstAdmin: {
    command: (known) => firstAdmin(known, { memberId: quill, ...byQuill }),
    actor: byQuill.actor,
    refused: {},
  },
  identitySighting: {
    command: (known) =>
      identitySighting(known, {
        identity: { source: 'ha_hash', externalId: 'hash of a2' },
        accountId: 'a2',
        memberId: quill,
        name: null,
        plugin: 'ha',
        actor: `device:${id(11)}`,
      }),
    actor: `device:${id(11)}`,
    refused: {},
  },
  keyChange: {
    command: (known) => keyChange(known, { keyId: id(21), rateLimitPerMinute: 60, accountIds: null, ...cli }),
    actor: 'cli',
    refused: {
      unknown_key: (known) => keyChange(known, { keyId: id(29), name: 'map', ...cli }),
      user_key_limit: (known) => keyChange(known, { keyId: id(22), rateLimitPerMinute: 60, ...cli }),
      unknown_account: (known) => keyChange(known, { keyId: id(22), accountIds: ['a9'], ...cli }),
    },
  },
  keyCreation: {
    command: (known) => keyCreation(known, newUserKey),
    actor: byQuill.actor,
    refused: {
      member_left: (known) => keyCreation(known, { ...newUserKey, memberId: tess }),
      unknown_account: (known) => keyCreation(known, { ...newUserKey, accountIds: ['a9'] }),
    },
  },
  keyRevocation: {
    command: (known) => keyRevocation(known, { keyId: id(22), ...byQuill }),
    actor: byQuill.actor,
    refused: { unknown_key: (known) => keyRevocation(known, { keyId: id(29), ...cli }) },
  },
  memberAddition: {
    command: (known) => memberAddition(known, { ...newMember, actor: 'hub' }),
    actor: 'hub',
    refused: {
      name_taken: (known) => memberAddition(known, { ...newMember, name: 'quill_fen' }),
      chat_id_taken: (known) => memberAddition(known, { ...newMember, chatId: '42' }),
    },
  },
  memberChange: {
    command: (known) => memberChange(known, { memberId: quill, name: 'quill fen', ...byQuill }),
    actor: byQuill.actor,
    refused: {
      name_taken: (known) => memberChange(known, { memberId: quill, name: 'bram', ...cli }),
      chat_id_taken: (known) => memberChange(known, { memberId: quill, chatId: '42', ...cli }),
      member_left: (known) => memberChange(known, { memberId: tess, chatId: null, ...cli }),
    },
  },
  memberDeparture: {
    after: [given.admin(quill)],
    command: (known) => memberDeparture(known, { memberId: bram, ...cli }),
    actor: 'cli',
    refused: {
      last_admin: (known) => memberDeparture(known, { memberId: quill, ...cli }),
      unknown_member: (known) => memberDeparture(known, { memberId: id(9), ...cli }),
    },
  },
  memberErasure: {
    after: [given.admin(quill)],
    command: (known) => memberErasure(known, { memberId: tess, ...cli }),
    actor: 'cli',
    refused: {
      last_admin: (known) => memberErasure(known, { memberId: quill, ...cli }),
      unknown_member: (known) => memberErasure(known, { memberId: id(9), ...cli }),
    },
  },
  pairingCodeOpening: {
    command: (known) =>
      pairingCodeOpening(known, {
        memberId: bram,
        codeHash: pairingCodeHash(Buffer.from('secret'), '12345'),
        ...cli,
      }),
    actor: 'cli',
    refused: {
      member_left: (known) => pairingCodeOpening(known, { memberId: tess, codeHash: hash('c'), ...cli }),
      unknown_member: (known) => pairingCodeOpening(known, { memberId: id(9), codeHash: hash('c'), ...cli }),
    },
  },
  parkedDrop: { command: (known) => parkedDrop(known, parked), actor: 'cli', refused: {} },
  parkedRetry: { command: (known) => parkedRetry(known, parked), actor: 'cli', refused: {} },
  refusedMemberErasure: { command: () => refusedMemberErasure(id(9)), actor: 'hub', refused: {} },
  sharingChange: {
    command: (known) => sharingChange(known, hidden),
    actor: byQuill.actor,
    refused: {
      unknown_account: (known) => sharingChange(known, { ...hidden, accountId: 'a9' }),
      member_left: (known) => sharingChange(known, { ...hidden, memberIds: [tess] }),
    },
  },
};
