import type { NewEvent } from '../../../shared/events/event.ts';
import { setReporterBlocked, transferAccount } from '../commands/accounts/change-account.ts';
import { eraseAccount } from '../commands/accounts/erase-account.ts';
import { reportIdentity } from '../commands/accounts/report-identity.ts';
import {
  changeCompetition,
  createCompetition,
  endCompetition,
} from '../commands/competitions/define-competition.ts';
import { renameDevice, revokeDevice } from '../commands/devices/change-device.ts';
import { openPairingCode, pairingCodeHash } from '../commands/devices/open-pairing-code.ts';
import { createDeviceToken, pairDevice } from '../commands/devices/pair-device.ts';
import {
  dropParkedRecord,
  retryParkedRecord,
  switchDecommission,
} from '../commands/hub/decommission-and-parked-records.ts';
import { changeApiKey, revokeApiKey } from '../commands/keys/change-api-key.ts';
import { createApiKey } from '../commands/keys/create-api-key.ts';
import { addMember } from '../commands/members/add-member.ts';
import { changeMember } from '../commands/members/change-member.ts';
import { eraseMember, eraseRefusedMember } from '../commands/members/erase-member.ts';
import { removeMember } from '../commands/members/remove-member.ts';
import { setAdmin, setFirstAdmin } from '../commands/members/set-admin.ts';
import { shareCategory } from '../commands/sharing/share-category.ts';
import type { Directory } from '../directory/directory.ts';
import { bram, type Given, given, id, quill, start, tess } from './membership.ts';

export interface CommandFixture {
  /** Additional events in the log, after `guild`. */
  readonly after?: readonly Given[];
  readonly command: (directory: Directory) => NewEvent;
  readonly actor: string;
  /** By the code of the refusal. */
  readonly refused: Readonly<Record<string, (directory: Directory) => NewEvent>>;
}

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
const newCompetition = {
  competitionId: id(31),
  title: 'Slayer week',
  metric: { kind: 'xp' as const, name: 'slayer' },
  from: start,
  to: start + 3_600_000,
  teams: [{ name: 'East', accounts: ['a1'] }],
  ...cli,
};
const newDevice = { deviceId: id(12), tokenHash: hash('token'), plugin: 'ha', name: 'HA Exporter' };

/** By the name of the command's function. */
export const commandFixtures: Readonly<Record<string, CommandFixture>> = {
  setReporterBlocked: {
    command: (known) =>
      setReporterBlocked(known, { accountId: 'a1', memberId: bram, blocked: true, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_account: (known) =>
        setReporterBlocked(known, { accountId: 'a9', memberId: bram, blocked: true, ...cli }),
      unknown_member: (known) =>
        setReporterBlocked(known, { accountId: 'a1', memberId: id(9), blocked: true, ...cli }),
    },
  },
  eraseAccount: {
    command: (known) => eraseAccount(known, { accountId: 'a1', ids: ['a2'], ...cli }),
    actor: 'cli',
    refused: { unknown_account: (known) => eraseAccount(known, { accountId: 'a9', ids: [], ...cli }) },
  },
  transferAccount: {
    command: (known) => transferAccount(known, { accountId: 'a1', memberId: bram, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_account: (known) => transferAccount(known, { accountId: 'a9', memberId: bram, ...cli }),
      member_left: (known) => transferAccount(known, { accountId: 'a1', memberId: tess, ...cli }),
    },
  },
  setAdmin: {
    command: (known) => setAdmin(known, { memberId: bram, admin: true, ...byQuill }),
    after: [given.admin(quill)],
    actor: byQuill.actor,
    refused: {
      last_admin: (known) => setAdmin(known, { memberId: quill, admin: false, ...cli }),
      member_left: (known) => setAdmin(known, { memberId: tess, admin: true, ...cli }),
      unknown_member: (known) => setAdmin(known, { memberId: id(9), admin: true, ...cli }),
    },
  },
  switchDecommission: {
    command: (known) => switchDecommission(known, { on: true, ...cli }),
    actor: 'cli',
    refused: {},
  },
  pairDevice: {
    after: [given.code(bram, 'open')],
    command: (known) => pairDevice(known, { ...newDevice, codeHash: hash('open') }),
    actor: `member:${bram}`,
    refused: {
      code_used: (known) => pairDevice(known, { ...newDevice, codeHash: hash('used') }),
      code_unknown: (known) => pairDevice(known, { ...newDevice, codeHash: hash('guess') }),
    },
  },
  renameDevice: {
    command: (known) => renameDevice(known, { deviceId: id(11), name: 'attic', ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_device: (known) => renameDevice(known, { deviceId: id(19), name: 'attic', ...cli }),
    },
  },
  revokeDevice: {
    command: (known) => revokeDevice(known, { deviceId: id(11), ...byQuill }),
    actor: byQuill.actor,
    refused: { unknown_device: (known) => revokeDevice(known, { deviceId: id(19), ...cli }) },
  },
  createDeviceToken: {
    command: (known) => createDeviceToken(known, { ...newDevice, memberId: quill, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      member_left: (known) => createDeviceToken(known, { ...newDevice, memberId: tess, ...cli }),
      unknown_member: (known) => createDeviceToken(known, { ...newDevice, memberId: id(9), ...cli }),
    },
  },
  setFirstAdmin: {
    command: (known) => setFirstAdmin(known, { memberId: quill, ...byQuill }),
    actor: byQuill.actor,
    refused: {},
  },
  reportIdentity: {
    command: (known) =>
      reportIdentity(known, {
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
  changeApiKey: {
    command: (known) =>
      changeApiKey(known, { keyId: id(21), rateLimitPerMinute: 60, accountIds: null, ...cli }),
    actor: 'cli',
    refused: {
      unknown_key: (known) => changeApiKey(known, { keyId: id(29), name: 'map', ...cli }),
      user_key_limit: (known) => changeApiKey(known, { keyId: id(22), rateLimitPerMinute: 60, ...cli }),
      unknown_account: (known) => changeApiKey(known, { keyId: id(22), accountIds: ['a9'], ...cli }),
    },
  },
  createApiKey: {
    command: (known) => createApiKey(known, newUserKey),
    actor: byQuill.actor,
    refused: {
      member_left: (known) => createApiKey(known, { ...newUserKey, memberId: tess }),
      unknown_account: (known) => createApiKey(known, { ...newUserKey, accountIds: ['a9'] }),
    },
  },
  revokeApiKey: {
    command: (known) => revokeApiKey(known, { keyId: id(22), ...byQuill }),
    actor: byQuill.actor,
    refused: { unknown_key: (known) => revokeApiKey(known, { keyId: id(29), ...cli }) },
  },
  addMember: {
    command: (known) => addMember(known, { ...newMember, actor: 'hub' }),
    actor: 'hub',
    refused: {
      name_taken: (known) => addMember(known, { ...newMember, name: 'quill_fen' }),
      chat_id_taken: (known) => addMember(known, { ...newMember, chatId: '42' }),
    },
  },
  changeMember: {
    command: (known) => changeMember(known, { memberId: quill, name: 'quill fen', ...byQuill }),
    actor: byQuill.actor,
    refused: {
      name_taken: (known) => changeMember(known, { memberId: quill, name: 'bram', ...cli }),
      chat_id_taken: (known) => changeMember(known, { memberId: quill, chatId: '42', ...cli }),
      member_left: (known) => changeMember(known, { memberId: tess, chatId: null, ...cli }),
    },
  },
  removeMember: {
    after: [given.admin(quill)],
    command: (known) => removeMember(known, { memberId: bram, ...cli }),
    actor: 'cli',
    refused: {
      last_admin: (known) => removeMember(known, { memberId: quill, ...cli }),
      unknown_member: (known) => removeMember(known, { memberId: id(9), ...cli }),
    },
  },
  eraseMember: {
    after: [given.admin(quill)],
    command: (known) =>
      eraseMember(known, { memberId: tess, accounts: [{ accountId: 'a1', ids: ['a2'] }], ...cli }),
    actor: 'cli',
    refused: {
      last_admin: (known) => eraseMember(known, { memberId: quill, ...cli }),
      unknown_member: (known) => eraseMember(known, { memberId: id(9), ...cli }),
    },
  },
  openPairingCode: {
    command: (known) =>
      openPairingCode(known, {
        memberId: bram,
        codeHash: pairingCodeHash(Buffer.from('secret'), '12345'),
        ...cli,
      }),
    actor: 'cli',
    refused: {
      member_left: (known) => openPairingCode(known, { memberId: tess, codeHash: hash('c'), ...cli }),
      unknown_member: (known) => openPairingCode(known, { memberId: id(9), codeHash: hash('c'), ...cli }),
    },
  },
  createCompetition: {
    command: (known) => createCompetition(known, newCompetition),
    actor: 'cli',
    refused: {
      unknown_account: (known) =>
        createCompetition(known, { ...newCompetition, teams: [{ name: 'East', accounts: ['a9'] }] }),
      unknown_metric: (known) =>
        createCompetition(known, { ...newCompetition, metric: { kind: 'xp', name: 'Juggling' } }),
      competition_times: (known) =>
        createCompetition(known, { ...newCompetition, to: newCompetition.from + 299_999 }),
      competition_teams: (known) =>
        createCompetition(known, {
          ...newCompetition,
          teams: [
            { name: 'East', accounts: ['a1'] },
            { name: 'West', accounts: ['a1'] },
          ],
        }),
    },
  },
  changeCompetition: {
    after: [given.competition(31)],
    command: (known) =>
      changeCompetition(known, { competitionId: id(31), to: start + 7_200_000, ...byQuill }),
    actor: byQuill.actor,
    refused: {
      unknown_competition: (known) => changeCompetition(known, { competitionId: id(39), title: 'A', ...cli }),
      competition_times: (known) => changeCompetition(known, { competitionId: id(31), to: start, ...cli }),
    },
  },
  endCompetition: {
    after: [given.competition(31)],
    command: (known) => endCompetition(known, { competitionId: id(31), ...cli }),
    actor: 'cli',
    refused: { unknown_competition: (known) => endCompetition(known, { competitionId: id(39), ...cli }) },
  },
  dropParkedRecord: { command: (known) => dropParkedRecord(known, parked), actor: 'cli', refused: {} },
  retryParkedRecord: { command: (known) => retryParkedRecord(known, parked), actor: 'cli', refused: {} },
  eraseRefusedMember: { command: () => eraseRefusedMember(id(9)), actor: 'hub', refused: {} },
  shareCategory: {
    command: (known) => shareCategory(known, hidden),
    actor: byQuill.actor,
    refused: {
      unknown_account: (known) => shareCategory(known, { ...hidden, accountId: 'a9' }),
      member_left: (known) => shareCategory(known, { ...hidden, memberIds: [tess] }),
    },
  },
};
