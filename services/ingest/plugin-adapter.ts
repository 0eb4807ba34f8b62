import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Device } from '../../projections/access/model/entities.ts';
import type { Identity } from '../../shared/domain/account-id.ts';
import type { ReportTimes } from './facts/correct-times.ts';
import type { Facts } from './facts/facts.ts';
import type { ItemDetails, KnownGame } from './game/known-game.ts';
import type { Answer, BodyRefusal } from './http/answer.ts';
import type { MessageKind } from './message-kind.ts';

/**
 * The adapter of a plugin that players run (plugin-protocols.md). Everything about one plugin is in
 * `plugins/<name>/`, and `plugins/registered.ts` lists the adapters. Limits, times, identities,
 * pairing and the log are the same for all plugins.
 *
 * A request passes these steps, and each step may answer it: decommissioned, wrong method,
 * `refuse`, the device of `tokenOf`, disk full. Then a report is read and translated, a pairing
 * creates a device, and a GET is answered. No step throws because of a payload: unusable values are
 * left out and counted, or answered with a 4xx.
 */
export interface Plugin<R extends PluginReport = PluginReport> {
  /**
   * The plugin's name in the log, for its events, payloads and devices. It never changes, and no
   * other plugin gets it.
   */
  readonly source: string;
  /** The name that players know. */
  readonly title: string;
  readonly paths: readonly PluginPath[];
  /** For a plugin that sends its version. */
  readonly version?: {
    /** The version of a request. */
    of(head: RequestHead): string | null;
    /** The oldest version that the hub understands, as `major.minor`. */
    readonly oldest: string;
  };
  /** Keeps a part of each body. Without this field a body is kept whole, up to 256 KiB. */
  readonly intake?: BodyIntake;
  /**
   * For a plugin that cannot exchange a code for a token: the hub creates the token, and the player
   * pastes it.
   */
  readonly pasted?: PastedSettings;
  /** The settings that stay in the plugin after a revocation, and how the player removes them. */
  readonly afterRevoking?: string;
  /**
   * The kinds of messages, or of their parts, that players expect from the plugin. Lists show the
   * kinds in this order. A device shows which kinds arrived, so that a missing kind is visible.
   */
  readonly messageKinds?: readonly MessageKind[];
  /**
   * The plugin sends names and prices of items, and the types of its world. The hub learns them for
   * other plugins (decisions.md, What is learned of the game).
   */
  readonly canTeachGame?: true;
  /**
   * The plugin never sends the types of its world. Skills, parts and trail count only on a world
   * that is known to be normal (plugin-protocols.md 2). On a special world they are another
   * character's.
   */
  readonly hasUnknownWorldTypes?: true;
  /**
   * The plugin cannot tell whether its world is special. While it sends xp below the known xp,
   * its reports count as reports of another character (decisions.md, Falling xp).
   */
  readonly canReportOtherCharacters?: true;
  /**
   * The plugin sends no hash that `identity` can have. The hub remembers the accounts of each
   * device. So the hub finds the account of a report without a name, and notices a token that a
   * group shares.
   */
  readonly hasNamesOnly?: true;
  /** The device's token, from a header or from a parameter of the path. */
  tokenOf(head: RequestHead): string | null;
  /**
   * Refuses an outdated plugin by the head of its request, before its token is checked. Null lets
   * the request pass.
   */
  refuse?(head: RequestHead): Answer | null;
  /** Cleans the body of a report, which may be damaged or hostile, or refuses the body. */
  read(request: PluginRequest): Promise<R | BodyRefusal>;
  /**
   * Translates a report into facts about the account. Pure. The hub decides later which facts are
   * usable, and which are new.
   * @param game names and prices of items for a plugin that sends ids only
   */
  translate(report: R, accountId: string, times: ReportTimes, game: KnownGame): Facts;
  /** The items in a report's game events, with names or prices. */
  shownItems?(report: R): readonly ItemDetails[];
  /**
   * Changes an answer for a plugin that expects other statuses or bodies than the hub's JSON. A
   * temporary fault stays a 503 with its `retryAfter`, and only an unknown device may become a 401.
   */
  reword?(answer: Answer): Answer;
}

export type PluginPath = ReportPath | PairingPath | GetPath;

interface AnyPath {
  /** The path's label in metrics; unique over all plugins. */
  readonly name: string;
  /**
   * The path in Fastify's notation: `:name` is a parameter. It never changes, because players have
   * it in their settings.
   */
  readonly url: string;
}

/** A POST by a paired device: `read`, then `translate`. */
export interface ReportPath extends AnyPath {
  readonly kind: 'report';
}

/** A POST with a pairing code, for a plugin that fetches its token itself. */
export interface PairingPath extends AnyPath {
  readonly kind: 'pairing';
  readPairing(request: PluginRequest): Promise<PairingRequest | Answer>;
  /** The answer with the token, which is shown only here. */
  granted(pairing: GrantedPairing): Answer;
}

/** A GET by a paired device: a test of the connection, or settings that the plugin fetches. */
export interface GetPath extends AnyPath {
  readonly kind: 'get';
  /** @param origin the hub's origin for the plugin, like `https://hub.example.org` */
  answerTo(head: RequestHead, device: Device, origin: string): Answer;
}

export interface PairingRequest {
  /** As sent; null for a missing code. */
  readonly code: string | null;
  /** The device's name in lists; cut to 32 characters. */
  readonly deviceName: string;
}

/** The settings that a player pastes into a plugin, once. */
export interface PastedSettings {
  /** The plugin's name in `hub pair --<option>` and in the console: lower-case letters. */
  readonly option: string;
  /** The member makes these choices before the paste. Every choice is off at first. */
  readonly choices?: readonly SettingsChoice[];
  /**
   * @param origin the hub's public origin, like `https://hub.example.org`
   * @param token the device's token, which is shown only here
   */
  settingsFor(origin: string, token: string): PluginSettings;
}

/** A choice of the member. It adds `<name>=on` to the query of the pasted address. */
export interface SettingsChoice {
  /** Lower-case letters. */
  readonly name: string;
  readonly label: string;
  /** The changes in the plugin, in plain text. */
  readonly effect: string;
}

export interface PluginSettings {
  /** The address to paste. */
  readonly url: string;
  /**
   * The changes that the address causes in the plugin, in plain text. The member reads them before
   * the paste.
   */
  readonly changes?: readonly string[];
  /** The steps in the plugin's settings, as plain text with the plugin's own words. */
  readonly steps: readonly string[];
  /** Another way, for a member who does not want the changes. */
  readonly otherWay?: {
    readonly title: string;
    readonly steps: readonly string[];
  };
}

export interface GrantedPairing {
  readonly token: string;
  readonly deviceId: string;
  readonly hubName: string;
}

/** A request before its body is read. */
export interface RequestHead {
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** `Content-Type` as sent. */
  readonly contentType: string | undefined;
}

/**
 * The head of a body without a request, for example a stored body. `read` accepts such a body too.
 */
export const noHead: RequestHead = { headers: {}, params: {}, query: {}, contentType: undefined };

export interface PluginRequest {
  readonly head: RequestHead;
  /** As sent, or the part that the plugin's `intake` kept. `read` may empty it. */
  readonly body: Buffer;
}

/** Keeps a part of each body, for example an upload without its file. */
export interface BodyIntake {
  /** The limit of a body as sent, in bytes. A larger body gets a 413. */
  readonly bytesMax: number;
  /**
   * Ms from the start of a request to its answer, including a slow body; 9 s without this field. A
   * plugin needs the field if it starts to wait for the answer only after it has sent the body.
   */
  readonly answeredWithinMs?: number;
  /**
   * Resolves with the body for `read`. Must read the stream to its end, and fails when the stream
   * is over the limit.
   */
  keep(stream: Readable, head: RequestHead): Promise<Buffer>;
}

/**
 * A report after cleaning, with the fields that all plugins share. An adapter adds the fields that
 * its `translate` needs.
 */
export interface PluginReport {
  /**
   * The body as received, as text, without values that must never be stored (plugin-protocols.md,
   * rules for all). `read` must accept this text without headers: after a bug of an adapter, stored
   * bodies are translated again.
   */
  readonly raw: string;
  readonly pluginVersion: string | null;
  /** The time of sending by the clock of the player's PC, epoch ms; null when it was not sent. */
  readonly sentAt: number | null;
  readonly player: SentPlayer;
  /** The number of game events in the report, which the rate limit must not drop. */
  readonly gameEventCount: number;
  /** Whether the client reports the end of the play session. */
  readonly hasSessionEnd: boolean;
  /**
   * A report without its own time or game state may be older than a logout that arrived first.
   * Such a report changes no presence for this many ms after a logout.
   */
  readonly canBeOvertakenForMs?: number;
  /**
   * The number of values that were left out, by kind. A kind is a metric label: never take it from
   * a payload.
   */
  readonly skipped: ReadonlyMap<string, number>;
  /**
   * The kinds of the message or of its parts. A kind that is not in the plugin's `messageKinds`
   * counts as another message.
   */
  readonly kinds?: readonly string[];
  /**
   * The places, counted from 1, of skills that this release does not know. Only for a plugin that
   * sends a list of xp without names.
   */
  readonly unknownSkillPlaces?: readonly number[];
}

/**
 * Whether a plugin keeps the report and sends it again when the hub was away. Plugins do not resend
 * other reports (plugin-protocols.md 1).
 */
export function hasEventsOrSessionEnd({
  gameEventCount: gameEvents,
  hasSessionEnd: endsSession,
}: PluginReport): boolean {
  return gameEvents > 0 || endsSession;
}

/**
 * The player of a report as sent. Without identity and name, only an `unnamed` report belongs to an
 * account.
 */
export interface SentPlayer {
  /** The hash of an account, if `IdentitySource` has the plugin's kind of hash. */
  readonly identity: Identity | null;
  /** Cleaned with `storableText` and `withPlainSpaces`. */
  readonly name: string | null;
  readonly accountType: number | null;
  /** Null when the report names no world: then the last known world counts. */
  readonly world: number | null;
  /**
   * On a special world the player is another character (decisions.md, Special worlds). Null when it
   * was not sent.
   */
  readonly specialWorld: boolean | null;
  /**
   * Whether the world is seasonal, a kind of special world, for a plugin that sends only this flag.
   * `true` begins a stay on a special world, and a later `false` ends the stay.
   */
  readonly seasonalWorld?: boolean | null;
  /**
   * Missing when the report surely names the player of its client. `unnamed`: the report is about
   * the only account of its device. `mentioned`: the name may be another player's, so the report
   * counts only for an account that the member already reports.
   */
  readonly reference?: 'unnamed' | 'mentioned';
}
