import type { EntryValues } from './entry-values.ts';
import { type Deed, deed, phrase } from './phrase.ts';

type Describe = (values: EntryValues) => Deed;

const signInWays: Readonly<Record<string, string>> = {
  link: 'with a sign-in link',
  'set-up': 'with the set-up link',
  discord: 'with Discord',
};

/** The deeds of operations that change no membership, by the action of the entry. */
export const operationDeeds: Readonly<Record<string, Describe>> = {
  'projection-rebuilt': ({ about, text }) =>
    deed('built', 'build', phrase`copy ${text('generation')} of the tables ${about} from the log`),
  'rebuild-cancelled': ({ about }) => deed('cancelled', 'cancel', phrase`a rebuild of the tables ${about}`),
  'projection-promoted': ({ about, text }) =>
    deed('put', 'put', phrase`copy ${text('to')} of the tables ${about} into use`),
  'projection-rolled-back': ({ about, text }) =>
    deed('went', 'go', phrase`back to copy ${text('to')} of the tables ${about}`),
  'projection-retired': ({ about }) =>
    deed('deleted', 'delete', phrase`an unused copy of the tables ${about}`),
  'xp-corrected': ({ about, text }) =>
    deed('accepted', 'accept', phrase`lower XP of ${about}: ${text('skills')}`),
  'payloads-listed': ({ about, text }) =>
    deed('listed', 'list', phrase`${text('count')} received reports, about: ${about}`),
  'payload-shown': ({ about }) =>
    deed('looked', 'look', phrase`at a report of ${about} as the plugin sent it`),
  'payloads-replayed': () => deed('processed', 'process', phrase`received reports again`),
  'parked-record-shown': ({ about }) =>
    deed('looked', 'look', phrase`at a record of ${about} that could not be processed`),
  'log-moved': ({ about }) => deed('moved', 'move', phrase`the log to ${about}`),
  'backup-made': ({ about }) => deed('took', 'take', phrase`the backup ${about}`),
  'backup-verified': ({ about }) => deed('tried', 'try', phrase`the backup ${about}`),
  'backup-restored': ({ about }) => deed('restored', 'restore', phrase`the backup ${about}`),
  'data-exported': ({ about }) => deed('exported', 'export', phrase`the data of ${about}`),
  'game-file-loaded': ({ text }) => deed('loaded', 'load', phrase`a file of the game: ${text('kind')}`),
  'signed-in': (values) => deed('signed', 'sign', phrase`in ${signInWay(values)}`),
  'sign-in-failed': (values) => deed('failed', 'fail', phrase`to sign in ${signInWay(values)}`),
  'sign-in-link-made': ({ about }) => deed('created', 'create', phrase`a sign-in link for ${about}`),
  'signed-out-by-discord': ({ about, text }) =>
    deed(
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
