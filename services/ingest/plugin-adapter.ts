import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Device } from '../../projections/access/model/entities.ts';
import type { Identity } from '../../shared/domain/account-id.ts';
import type { AccountPart } from '../../shared/domain/account-part.ts';
import type { ReportTimes } from './facts/correct-times.ts';
import type { Facts } from './facts/facts.ts';
import type { ItemDetails, KnownGame } from './game/known-game.ts';
import type { Answer, BodyRefusal } from './http/answer.ts';
import type { SkippedKind } from './reading/skip-counter.ts';

/**
 * The adapter of a plugin that players run (plugin-protocols.md). Everything about one plugin is in
 * `plugins/<name>/`.
 *
 * A request passes these steps, and each step may answer it: decommissioned, wrong method,
 * `refuse`, the device of `tokenOf`, disk full. No step throws because of a payload: unusable
 * values are left out and counted, or answered with a 4xx.
 */
export interface Plugin<R extends PluginReport = PluginReport> {
  /** The plugin's name in the log. It never changes, and no other plugin gets it. */
  readonly source: string;
  /** The name that players know. */
  readonly title: string;
  /** The contents of its reports, in words of a player, without a full stop. */
  readonly sends?: string;
  readonly paths: readonly PluginPath[];
  /** For a plugin that sends its version. */
  readonly version?: {
    of(head: RequestHead): string | null;
    /** Written as `major.minor`. */
    readonly oldest: string;
  };
  /** Keeps a part of each body; by default the whole body, up to 256 KiB. */
  readonly intake?: BodyIntake;
  /** For a plugin that cannot exchange a code for a token: the player pastes the token. */
  readonly pasted?: PastedSettings;
  /** Settings that stay in the plugin after a revocation, and how the player removes them. */
  readonly afterRevoking?: string;
  /** The player's next step to the first report. Default: `log in to the game with it`. */
  readonly firstReport?: string;
  /**
   * The kinds of messages, or of their parts, that players expect. Lists show the kinds in this
   * order.
   */
  readonly messageKinds?: readonly MessageKind[];
  /** The parts of an account's page that the plugin can fill. */
  readonly fills?: readonly AccountPart[];
  /**
   * The plugin sends names and prices of items, and the types of its world
   * (rules/game.md#what-is-learned-of-the-game).
   */
  readonly canTeachGame?: true;
  /**
   * The plugin sends its world, but not the types of the world. Skills, parts and trail count only
   * on a world that is known to be normal (plugin-protocols.md 2).
   */
  readonly hasUnknownWorldTypes?: true;
  /**
   * The plugin cannot tell whether its world is special. Reports with xp below the known xp count
   * as another character's (rules/xp.md#falling-xp).
   */
  readonly canReportOtherCharacters?: true;
  /**
   * The plugin sends no hash that `identity` can have. The hub remembers the accounts of each
   * device, to find the account of a report without a name.
   */
  readonly hasNamesOnly?: true;
  /** From a header, or from a parameter of the path. */
  tokenOf(head: RequestHead): string | null;
  /** Refuses an outdated plugin before its token is checked. Null lets the request pass. */
  refuse?(head: RequestHead): Answer | null;
  /** Cleans the body of a report, which may be damaged or hostile, or refuses the body. */
  read(request: PluginRequest): Promise<R | BodyRefusal>;
  /**
   * Translates a report into facts about the account. Pure.
   * @param game names and prices of items, for a plugin that sends ids only
   */
  translate(report: R, accountId: string, times: ReportTimes, game: KnownGame): Facts;
  /** The items in a report's game events, with names or prices. */
  shownItems?(report: R): readonly ItemDetails[];
  /**
   * For a plugin that expects other statuses or bodies. A temporary fault stays a 503 with its
   * `retryAfter`, and only an unknown device may become a 401.
   */
  reword?(answer: Answer): Answer;
}

export interface MessageKind {
  /** A value of `PluginReport.kinds`. */
  readonly kind: string;
  /** For players, for example `Collection log`. */
  readonly title: string;
}

export type PluginPath = ReportPath | PairingPath | GetPath;

interface AnyPath {
  /** Label in metrics; unique over all plugins. */
  readonly name: string;
  /** In Fastify's notation. It never changes, because players have it in their settings. */
  readonly url: string;
}

/** A POST by a paired device. */
export interface ReportPath extends AnyPath {
  readonly kind: 'report';
}

/** A POST with a pairing code. */
export interface PairingPath extends AnyPath {
  readonly kind: 'pairing';
  readPairing(request: PluginRequest): Promise<PairingRequest | Answer>;
  /** The token is shown only here. */
  granted(pairing: GrantedPairing): Answer;
}

/** A GET by a paired device: a test of the connection, or settings. */
export interface GetPath extends AnyPath {
  readonly kind: 'get';
  /** @param origin like `https://hub.example.org` */
  answerTo(head: RequestHead, device: Device, origin: string): Answer;
}

export interface PairingRequest {
  /** The code as it was sent; null for a missing code. */
  readonly code: string | null;
  /** Cut to 32 characters. */
  readonly deviceName: string;
}

export interface PastedSettings {
  /** For `hub pair --<option>`: lower-case letters. */
  readonly option: string;
  /** Every choice is off at first. */
  readonly choices?: readonly SettingsChoice[];
  /**
   * @param origin like `https://hub.example.org`
   * @param token shown only here
   */
  settingsFor(origin: string, token: string): PluginSettings;
}

/** A choice adds `<name>=on` to the query of the pasted address. */
export interface SettingsChoice {
  /** Lower-case letters. */
  readonly name: string;
  readonly label: string;
  /** The changes in the plugin, in plain text. */
  readonly effect: string;
}

export interface PluginSettings {
  readonly url: string;
  /** The changes that the address causes in the plugin, in plain text. */
  readonly changes?: readonly string[];
  /** In plain text, with the plugin's own words. */
  readonly steps: readonly string[];
  /** For a member who does not want the changes. */
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
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** `Content-Type` as sent. */
  readonly contentType: string | undefined;
}

/** For a body without a request, for example a stored body. */
export const noHead: RequestHead = { headers: {}, params: {}, query: {}, contentType: undefined };

export interface PluginRequest {
  readonly head: RequestHead;
  /** The body as it was sent, or the part that `intake` kept. `read` may empty the buffer. */
  readonly body: Buffer;
}

export interface BodyIntake {
  /** Larger bodies get a 413. */
  readonly bytesMax: number;
  /**
   * Ms from the start of a request to its answer; by default 9 s. A plugin needs the field if it
   * starts to wait only after it has sent the body.
   */
  readonly answeredWithinMs?: number;
  /** Must read the stream to its end. Fails when the stream is over the limit. */
  keep(stream: Readable, head: RequestHead): Promise<Buffer>;
}

/** A report after cleaning. An adapter adds the fields that its `translate` needs. */
export interface PluginReport {
  /**
   * The body as received, without values that must never be stored (plugin-protocols.md, rules for
   * all). `read` must accept this text without headers, so that it can be translated again.
   */
  readonly raw: string;
  readonly pluginVersion: string | null;
  /** By the clock of the player's PC, epoch ms; null when it was not sent. */
  readonly sentAt: number | null;
  readonly player: SentPlayer;
  /** A report with game events passes the rate limit. */
  readonly gameEventCount: number;
  readonly hasSessionEnd: boolean;
  /**
   * A report without its own time or game state may be older than a logout that arrived first. It
   * changes no presence for this many ms after a logout.
   */
  readonly canBeOvertakenForMs?: number;
  /** Values that were left out, by kind. */
  readonly skipped: ReadonlyMap<SkippedKind, number>;
  /** A kind that is not in `messageKinds` counts as another message. */
  readonly kinds?: readonly string[];
  /** Places in a list of xp, counted from 1, of skills that this release does not know. */
  readonly unknownSkillPlaces?: readonly number[];
}

/** Plugins resend only such reports after the hub was away (plugin-protocols.md 1). */
export function hasEventsOrSessionEnd({ gameEventCount, hasSessionEnd }: PluginReport): boolean {
  return gameEventCount > 0 || hasSessionEnd;
}

/** Without identity and name, only an `unnamed` report belongs to an account. */
export interface SentPlayer {
  /** The hash of an account, if `IdentitySource` has its kind. */
  readonly identity: Identity | null;
  /** Cleaned with `storableText` and `withPlainSpaces`. */
  readonly name: string | null;
  readonly accountType: number | null;
  /** Null: the last known world counts. */
  readonly world: number | null;
  /**
   * On a special world the player is another character (rules/names.md#special-worlds). Null when
   * it was not sent.
   */
  readonly specialWorld: boolean | null;
  /**
   * For a plugin that sends only this kind of special world. `true` begins a stay on a special
   * world, and a later `false` ends the stay.
   */
  readonly seasonalWorld?: boolean | null;
  /**
   * `sure`: the player of the client. Without a name, `sure` needs an `identity`. `unnamed`: the
   * player of the device's only account. `mentioned`: perhaps another player than the client's, so
   * the report counts only for an account that the member already reports.
   */
  readonly nameCertainty: 'sure' | 'mentioned' | 'unnamed';
}
