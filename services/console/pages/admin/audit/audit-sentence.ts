import { actionText, actorText } from '../../common/text/audit-text.ts';
import { countText } from '../../common/text/format.ts';
import type { AuditEntryData } from '../../console-api/answers.ts';
import { type EntryValues, nameOf, valuesOf } from './entry-values.ts';
import { type ActionPhrase, action, phrase, type SentencePart } from './phrase.ts';

const signInWays: Readonly<Record<string, string>> = {
  link: 'with a sign-in link',
  'set-up': 'with the set-up link',
  discord: 'with Discord',
};

const actions: Readonly<Record<string, (values: EntryValues) => ActionPhrase>> = {
  'member-added': ({ about }) => action('added', 'add', phrase`the member ${about}`),
  'member-changed': ({ about, fields }) =>
    action('changed', 'change', fields === '' ? phrase`${about}` : phrase`the ${fields} of ${about}`),
  'admin-changed': ({ about, isTrue }) =>
    isTrue('admin')
      ? action('made', 'make', phrase`${about} an admin`)
      : action('took', 'take', phrase`the rights of an admin from ${about}`),
  'member-left': ({ about }) => action('recorded', 'record', phrase`that ${about} left the guild`),
  'member-erased': ({ about, isErased, text }) => {
    const accounts = text('accounts_erased');
    const erased = accounts === '' ? '' : ` with ${accounts === '1' ? '1 account' : `${accounts} accounts`}`;
    return action(
      'erased',
      'erase',
      isErased ? phrase`a member${erased}` : phrase`the member ${about}${erased}`,
    );
  },
  'pairing-code-made': ({ about }) => action('created', 'create', phrase`a pairing code for ${about}`),
  'device-paired': ({ about, ofMember }) => action('paired', 'pair', phrase`the plugin ${about}${ofMember}`),
  'device-token-made': ({ about, ofMember }) =>
    action('created', 'create', phrase`the token of the plugin ${about}${ofMember}`),
  'device-renamed': ({ about, ofMember }) =>
    action('renamed', 'rename', phrase`the plugin ${about}${ofMember}`),
  'device-revoked': ({ about, ofMember }) =>
    action('revoked', 'revoke', phrase`the plugin ${about}${ofMember}`),
  'sharing-changed': describeSharing,
  'account-transferred': ({ about, member, hasMember }) =>
    hasMember
      ? action('gave', 'give', phrase`the account ${about} to ${member}`)
      : action('left', 'leave', phrase`the account ${about} without an owner`),
  'account-blocked': ({ about, member, isTrue }) =>
    isTrue('blocked')
      ? action('kept', 'keep', phrase`${member} from reporting the account ${about}`)
      : action('let', 'let', phrase`${member} report the account ${about} again`),
  'account-erased': ({ about, isErased }) =>
    action('erased', 'erase', isErased ? phrase`an account` : phrase`the account ${about}`),
  'key-created': ({ about, text, categories, ofMember }) => {
    const kind = text('kind') === 'service' ? 'service key' : 'key';
    const reads = categories('categories');
    return action('created', 'create', phrase`the ${kind} ${about}${ofMember}, which reads ${reads}`);
  },
  'key-changed': ({ about, fields }) =>
    action('changed', 'change', phrase`the ${fields === '' ? 'settings' : fields} of the key ${about}`),
  'key-revoked': ({ about }) => action('revoked', 'revoke', phrase`the key ${about}`),
  'competition-created': ({ about }) => action('created', 'create', phrase`the competition ${about}`),
  'competition-changed': ({ about, fields }) =>
    action(
      'changed',
      'change',
      phrase`the ${fields === '' ? 'settings' : fields} of the competition ${about}`,
    ),
  'competition-ended': ({ about }) =>
    action('ended', 'end', phrase`the competition ${about} before its time`),
  'decommission-switched': ({ isTrue }) =>
    isTrue('on')
      ? action('decommissioned', 'decommission', phrase`the hub: plugins are told to disconnect for good`)
      : action('took', 'take', phrase`the hub back into service`),
  'parked-record-retried': () => action('tried', 'try', phrase`again to process a record that had failed`),
  'parked-record-dropped': () =>
    action('skipped', 'skip', phrase`a record that could not be processed, for good`),
  'projection-rebuilt': ({ about }) =>
    action('built', 'build', phrase`a copy of the tables ${about} from the log`),
  'rebuild-cancelled': ({ about }) => action('cancelled', 'cancel', phrase`a rebuild of the tables ${about}`),
  'projection-promoted': ({ about, text }) =>
    action('put', 'put', phrase`copy ${text('to')} of the tables ${about} into use`),
  'projection-rolled-back': ({ about, text }) =>
    action('went', 'go', phrase`back to copy ${text('to')} of the tables ${about}`),
  'projection-retired': ({ about }) =>
    action('deleted', 'delete', phrase`an unused copy of the tables ${about}`),
  'xp-corrected': ({ about, text }) =>
    action('accepted', 'accept', phrase`lower XP of ${about}: ${text('skills')}`),
  'payloads-listed': ({ about, hasSubject, text }) =>
    action(
      'listed',
      'list',
      phrase`${countText(Number(text('count')), 'received report')} of ${hasSubject ? about : 'every account'}`,
    ),
  'payload-shown': ({ about }) =>
    action('looked', 'look', phrase`at a report of ${about} as the plugin sent it`),
  'payloads-replayed': () => action('processed', 'process', phrase`received reports again`),
  'parked-record-shown': ({ about }) =>
    action('looked', 'look', phrase`at a record of ${about} that could not be processed`),
  'log-moved': ({ about }) => action('moved', 'move', phrase`the log to ${about}`),
  'backup-made': ({ about }) => action('took', 'take', phrase`the backup ${about}`),
  'backup-verified': ({ about }) => action('tried', 'try', phrase`the backup ${about}`),
  'backup-restored': ({ about }) => action('restored', 'restore', phrase`the backup ${about}`),
  'data-exported': ({ about }) => action('exported', 'export', phrase`the data of ${about}`),
  'game-file-loaded': ({ text }) => action('loaded', 'load', phrase`a file of the game: ${text('kind')}`),
  'signed-in': (values) => action('signed', 'sign', phrase`in ${signInWay(values)}`),
  'sign-in-failed': (values) => action('failed', 'fail', phrase`to sign in ${signInWay(values)}`),
  'sign-in-link-made': ({ about }) => action('created', 'create', phrase`a sign-in link for ${about}`),
  'signed-out-by-discord': ({ about, text }) =>
    action(
      'signed',
      'sign',
      text('why') === 'not_in_guild'
        ? phrase`${about} out, because they left the guild at Discord`
        : phrase`${about} out, because Discord refused to say whether they are in the guild`,
    ),
};

export const describedActions: readonly string[] = Object.keys(actions);

/** @param names by id */
export function auditSentence(
  entry: AuditEntryData,
  names: Readonly<Record<string, string>>,
): readonly SentencePart[] {
  const who = { name: actorName(entry, names), id: entry.actor };
  const values = valuesOf(entry, names);
  const refused = values.text('refused').replaceAll('_', ' ');
  const described = actions[entry.action]?.(values);
  if (described === undefined) return phrase`${who}: ${actionText(entry.action)}, about ${values.about}.`;
  const { past, base, object } = described;
  if (refused !== '') return phrase`${who} asked to ${base} ${object}. The hub refused: ${refused}.`;
  return phrase`${who} ${past} ${object}.`;
}

function actorName({ actor, action }: AuditEntryData, names: Readonly<Record<string, string>>): string {
  if (action === 'sign-in-failed') return 'Somebody';
  const name = actor?.startsWith('device:')
    ? `The plugin ${nameOf(actor.slice('device:'.length), names)}`
    : actorText(actor);
  return name.startsWith('the ') ? `T${name.slice(1)}` : name;
}

function describeSharing({ about, text, categories, members }: EntryValues): ActionPhrase {
  const what = categories('category');
  const audience = text('audience');
  if (audience === 'private') return action('kept', 'keep', phrase`${what} of ${about} for the owner alone`);
  const whom = audience === 'guild' ? phrase`the whole guild` : members;
  return action('shared', 'share', phrase`${what} of ${about} with ${whom}`);
}

function signInWay({ text }: EntryValues): string {
  return signInWays[text('how')] ?? text('how');
}
