import type { EntryValues } from './entry-values.ts';
import { type ActionPhrase, action, phrase } from './phrase.ts';

type Describe = (values: EntryValues) => ActionPhrase;

export const membershipActions: Readonly<Record<string, Describe>> = {
  'member-added': ({ about }) => action('added', 'add', phrase`the member ${about}`),
  'member-changed': ({ about, fields }) =>
    action('changed', 'change', fields === '' ? phrase`${about}` : phrase`the ${fields} of ${about}`),
  'admin-changed': ({ about, isTrue }) =>
    isTrue('admin')
      ? action('made', 'make', phrase`${about} an admin`)
      : action('took', 'take', phrase`the rights of an admin from ${about}`),
  'member-left': ({ about }) => action('recorded', 'record', phrase`that ${about} left the guild`),
  'member-erased': ({ about, text }) => {
    const accounts = text('accounts_erased');
    const erased = accounts === '' ? '' : ` with ${accounts === '1' ? '1 account' : `${accounts} accounts`}`;
    return action('erased', 'erase', phrase`the member ${about}${erased}`);
  },
  'pairing-code-made': ({ about }) => action('created', 'create', phrase`a pairing code for ${about}`),
  'device-paired': ({ about, ...rest }) =>
    action('paired', 'pair', phrase`the plugin ${about}${ofMember(rest)}`),
  'device-token-made': ({ about, ...rest }) =>
    action('created', 'create', phrase`the token of the plugin ${about}${ofMember(rest)}`),
  'device-renamed': ({ about, ...rest }) =>
    action('renamed', 'rename', phrase`the plugin ${about}${ofMember(rest)}`),
  'device-revoked': ({ about, ...rest }) =>
    action('revoked', 'revoke', phrase`the plugin ${about}${ofMember(rest)}`),
  'sharing-changed': describeSharing,
  'account-transferred': ({ about, member, hasMember }) =>
    hasMember
      ? action('gave', 'give', phrase`the account ${about} to ${member}`)
      : action('left', 'leave', phrase`the account ${about} without an owner`),
  'account-blocked': ({ about, member, isTrue }) =>
    isTrue('blocked')
      ? action('kept', 'keep', phrase`${member} from reporting the account ${about}`)
      : action('let', 'let', phrase`${member} report the account ${about} again`),
  'account-erased': ({ about }) => action('erased', 'erase', phrase`the account ${about}`),
  'key-created': ({ about, text, categories, ...rest }) => {
    const kind = text('kind') === 'service' ? 'service key' : 'API key';
    const reads = categories('categories');
    return action('created', 'create', phrase`the ${kind} ${about}${ofMember(rest)}, which reads ${reads}`);
  },
  'key-changed': ({ about, fields }) =>
    action('changed', 'change', phrase`the ${fields === '' ? 'settings' : fields} of the API key ${about}`),
  'key-revoked': ({ about }) => action('revoked', 'revoke', phrase`the API key ${about}`),
  'decommission-switched': ({ isTrue }) =>
    isTrue('on')
      ? action('decommissioned', 'decommission', phrase`the hub: plugins are told to disconnect for good`)
      : action('took', 'take', phrase`the hub back into service`),
  'parked-record-retried': () => action('tried', 'try', phrase`again to process a record that had failed`),
  'parked-record-dropped': () =>
    action('skipped', 'skip', phrase`a record that could not be processed, for good`),
};

function ofMember({ member, hasMember }: Pick<EntryValues, 'member' | 'hasMember'>) {
  return hasMember ? phrase` of ${member}` : [];
}

function describeSharing({ about, text, categories, members }: EntryValues): ActionPhrase {
  const what = categories('category');
  const audience = text('audience');
  if (audience === 'private') return action('kept', 'keep', phrase`${what} of ${about} for the owner alone`);
  const whom = audience === 'guild' ? phrase`the whole guild` : members;
  return action('shared', 'share', phrase`${what} of ${about} with ${whom}`);
}
