import type { EntryValues } from './entry-values.ts';
import { type ActionPhrase, action, phrase } from './phrase.ts';

type Describe = (values: EntryValues) => ActionPhrase;

const signInWays: Readonly<Record<string, string>> = {
  link: 'with a sign-in link',
  'set-up': 'with the set-up link',
  discord: 'with Discord',
};

export const operationActions: Readonly<Record<string, Describe>> = {
  'projection-rebuilt': ({ about, text }) =>
    action('built', 'build', phrase`copy ${text('generation')} of the tables ${about} from the log`),
  'rebuild-cancelled': ({ about }) => action('cancelled', 'cancel', phrase`a rebuild of the tables ${about}`),
  'projection-promoted': ({ about, text }) =>
    action('put', 'put', phrase`copy ${text('to')} of the tables ${about} into use`),
  'projection-rolled-back': ({ about, text }) =>
    action('went', 'go', phrase`back to copy ${text('to')} of the tables ${about}`),
  'projection-retired': ({ about }) =>
    action('deleted', 'delete', phrase`an unused copy of the tables ${about}`),
  'xp-corrected': ({ about, text }) =>
    action('accepted', 'accept', phrase`lower XP of ${about}: ${text('skills')}`),
  'payloads-listed': ({ about, text }) =>
    action('listed', 'list', phrase`${text('count')} received reports, about: ${about}`),
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

function signInWay({ text }: EntryValues): string {
  return signInWays[text('how')] ?? text('how');
}
