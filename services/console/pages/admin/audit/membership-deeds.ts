import type { EntryValues } from './entry-values.ts';
import { type Deed, deed, phrase } from './phrase.ts';

type Describe = (values: EntryValues) => Deed;

/** The deeds of commands about members, plugins, accounts and keys, by the action of the entry. */
export const membershipDeeds: Readonly<Record<string, Describe>> = {
  'member-added': ({ about }) => deed('added', 'add', phrase`the member ${about}`),
  'member-changed': ({ about, fields }) =>
    deed('changed', 'change', fields === '' ? phrase`${about}` : phrase`the ${fields} of ${about}`),
  'admin-changed': ({ about, is }) =>
    is('admin')
      ? deed('made', 'make', phrase`${about} an admin`)
      : deed('took', 'take', phrase`the rights of an admin from ${about}`),
  'member-left': ({ about }) => deed('recorded', 'record', phrase`that ${about} left the guild`),
  'member-erased': ({ about, text }) => {
    const accounts = text('accounts_erased');
    const erased = accounts === '' ? '' : ` with ${accounts === '1' ? '1 account' : `${accounts} accounts`}`;
    return deed('erased', 'erase', phrase`the member ${about}${erased}`);
  },
  'pairing-code-made': ({ about }) => deed('created', 'create', phrase`a pairing code for ${about}`),
  'device-paired': ({ about, ...rest }) =>
    deed('paired', 'pair', phrase`the plugin ${about}${ofMember(rest)}`),
  'device-token-made': ({ about, ...rest }) =>
    deed('created', 'create', phrase`the token of the plugin ${about}${ofMember(rest)}`),
  'device-renamed': ({ about, ...rest }) =>
    deed('renamed', 'rename', phrase`the plugin ${about}${ofMember(rest)}`),
  'device-revoked': ({ about, ...rest }) =>
    deed('revoked', 'revoke', phrase`the plugin ${about}${ofMember(rest)}`),
  'sharing-changed': describeSharing,
  'account-transferred': ({ about, member, hasMember }) =>
    hasMember
      ? deed('gave', 'give', phrase`the account ${about} to ${member}`)
      : deed('left', 'leave', phrase`the account ${about} without an owner`),
  'account-blocked': ({ about, member, is }) =>
    is('blocked')
      ? deed('kept', 'keep', phrase`${member} from reporting the account ${about}`)
      : deed('let', 'let', phrase`${member} report the account ${about} again`),
  'account-erased': ({ about }) => deed('erased', 'erase', phrase`the account ${about}`),
  'key-created': ({ about, text, categories, ...rest }) => {
    const kind = text('kind') === 'service' ? 'service key' : 'API key';
    const reads = categories('categories');
    return deed('created', 'create', phrase`the ${kind} ${about}${ofMember(rest)}, which reads ${reads}`);
  },
  'key-changed': ({ about, fields }) =>
    deed('changed', 'change', phrase`the ${fields === '' ? 'settings' : fields} of the API key ${about}`),
  'key-revoked': ({ about }) => deed('revoked', 'revoke', phrase`the API key ${about}`),
  'decommission-switched': ({ is }) =>
    is('on')
      ? deed('decommissioned', 'decommission', phrase`the hub: plugins are told to disconnect for good`)
      : deed('took', 'take', phrase`the hub back into service`),
  'parked-record-retried': () => deed('tried', 'try', phrase`again to process a record that had failed`),
  'parked-record-dropped': () =>
    deed('skipped', 'skip', phrase`a record that could not be processed, for good`),
};

function ofMember({ member, hasMember }: Pick<EntryValues, 'member' | 'hasMember'>) {
  return hasMember ? phrase` of ${member}` : [];
}

function describeSharing({ about, text, categories, members }: EntryValues): Deed {
  const what = categories('category');
  const audience = text('audience');
  if (audience === 'private') return deed('kept', 'keep', phrase`${what} of ${about} for the owner alone`);
  const whom = audience === 'guild' ? phrase`the whole guild` : members;
  return deed('shared', 'share', phrase`${what} of ${about} with ${whom}`);
}
