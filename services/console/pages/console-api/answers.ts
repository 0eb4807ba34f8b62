import type { AccountDecision, MemberErasureDocument } from '../../../operations/members/erase-member.ts';
import type { BodyOf } from '../../api/define-console-route.ts';
import type { accountNamesRoute } from '../../api/routes/account-names.ts';
import type { commandOutcomeRoute } from '../../api/routes/commands.ts';
import type { ownErasureRoute } from '../../api/routes/me/erase.ts';
import type { changeKeyRoute, createKeyRoute } from '../../api/routes/me/keys.ts';
import type { ownPageRoute } from '../../api/routes/me/me.ts';
import type { createTokenRoute, openCodeRoute, watchCodeRoute } from '../../api/routes/me/pairing.ts';
import type { previewRoute } from '../../api/routes/me/sharing.ts';
import type { listOwnTwinsRoute } from '../../api/routes/me/twins.ts';
import type { sessionRoute } from '../../api/routes/session.ts';
import type { setUpRoute } from '../../api/routes/sign-in/set-up.ts';
import type { inspectLinkRoute, signInByLinkRoute } from '../../api/routes/sign-in/sign-in-by-link.ts';
import type { signInOptionsRoute } from '../../api/routes/sign-in/sign-in-options.ts';

// The answers below `/console/api/`. Only types are imported from the routes.

export type SignInOptions = BodyOf<typeof signInOptionsRoute>;
export type LinkInspection = BodyOf<typeof inspectLinkRoute>;
export type SignInAnswer = BodyOf<typeof signInByLinkRoute> & Partial<BodyOf<typeof setUpRoute>>;
export type SessionAnswer = BodyOf<typeof sessionRoute>;
export type OwnPageAnswer = BodyOf<typeof ownPageRoute>;
export type NamedMember = OwnPageAnswer['members'][number];
export type DeviceData = OwnPageAnswer['devices'][number];
export type OwnAccount = Pick<OwnPageAnswer['accounts'][number], 'id' | 'name' | 'sharing'>;
export type SharedCategory = OwnAccount['sharing']['bank'];
export type DefaultSharingData = OwnPageAnswer['default_sharing'];
export type PairablePlugins = OwnPageAnswer['plugins'];
export type AuditEntryData = OwnPageAnswer['notices'][number];
export type ApiKeyData = OwnPageAnswer['keys'][number];
/** Only a new key has its secret in `key`. */
export type SavedApiKey = BodyOf<typeof createKeyRoute | typeof changeKeyRoute>;
export type NewPairingCode = BodyOf<typeof openCodeRoute>;
export type LocalAddressData = NonNullable<NewPairingCode['local']>;
export type NewDeviceToken = BodyOf<typeof createTokenRoute>;
export type PairingAnswer = BodyOf<typeof watchCodeRoute>;
export type SharingPreview = BodyOf<typeof previewRoute>;
export type AccountNamesAnswer = BodyOf<typeof accountNamesRoute>;
export type TwinsAnswer = BodyOf<typeof listOwnTwinsRoute>;
export type TwinData = TwinsAnswer['twins'][number];
export type MemberErasurePreview = BodyOf<typeof ownErasureRoute>;
export type ErasureDecision = AccountDecision;
export type MemberErasureAnswer = MemberErasureDocument;
export type ErasureAnswer = Pick<MemberErasureAnswer, 'backups'>;
export type CommandOutcomeAnswer = BodyOf<typeof commandOutcomeRoute>;
