import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Device } from '../../projections/access/directory/directory.ts';
import type { Identity } from '../../shared/domain/account-id.ts';
import type { Facts } from './facts/facts.ts';
import type { ReportTimes } from './facts/report-times.ts';
import type { ItemSaid, KnownGame } from './game/known-game.ts';
import type { Answer, BodyRefusal } from './http/answer.ts';

/**
 * The adapter of a plugin that players run: where it reports, how it proves who it is, and what its reports say. All that
 * the hub knows of one plugin stands in `plugins/<name>/`, and `plugins/registered.ts` lists them; limits, times,
 * identities, pairing and the log are the same for every plugin (plugin-protocols.md).
 *
 * A request passes these steps, each of which may answer it: decommissioned, wrong method, `refuse`, the device of
 * `tokenOf`, and by its path: `read` and `translate` of a report, the pairing of a code, the answer to a question.
 * No step throws for what the payload holds: what cannot be used is left out and counted, or answered with a 4xx.
 */
export interface Plugin<R extends PluginReport = PluginReport> {
  /** Names the plugin in the log: its events, payloads and devices. Never changed, never used for another plugin. */
  readonly source: string;
  /** What players know it by. */
  readonly title: string;
  readonly paths: readonly PluginPath[];
  /** For a plugin that says which version it is. */
  readonly version?: {
    /** As a request says it. */
    of(head: RequestHead): string | null;
    /** The oldest that the hub understands, as `major.minor`. */
    readonly oldest: string;
  };
  /** How a body comes in; without it whole, up to 256 KiB. */
  readonly intake?: BodyIntake;
  /** For a plugin that cannot fetch a token by a code: the hub makes one, and the player pastes it. */
  readonly pasted?: PastedSettings;
  /**
   * It says the name and the prices of each item, and the types of its world: the hub learns them for plugins that do not
   * (decisions.md, What is learned of the game).
   */
  readonly teaches?: true;
  /**
   * It never says what its world is: skills, and what else is the other character's, are taken only on a world that is known
   * as a normal one (plugin-protocols.md 2).
   */
  readonly unsureWorlds?: true;
  /** The device's token, wherever the plugin puts it: a header, or a parameter of the path. */
  tokenOf(head: RequestHead): string | null;
  /** Refuses a request by its head, before its token is looked at: a plugin that is too old. Null lets it pass. */
  refuse?(head: RequestHead): Answer | null;
  /** Cleans the body of a report, which may be damaged or hostile; or says how it is refused. */
  read(request: PluginRequest): Promise<R | BodyRefusal>;
  /**
   * Everything that a report says of the account; pure. The hub decides afterwards which of it is taken, and which is new.
   * @param game names and prices of items that the plugin sends as ids only
   */
  translate(report: R, accountId: string, times: ReportTimes, game: KnownGame): Facts;
  /** The items that game events of a report show with names or prices, for the hub to learn; asked where there are any. */
  shownItems?(report: R): readonly ItemSaid[];
  /**
   * The answer as this plugin understands it, where it takes other statuses or bodies than the hub's JSON. A fault that
   * passes stays a 503 with its `retryAfter`, and only an unknown device may become a 401.
   */
  reword?(answer: Answer): Answer;
}

export type PluginPath = ReportPath | PairingPath | QuestionPath;

interface AnyPath {
  /** Label of the path in metrics; unique over all plugins. */
  readonly name: string;
  /** Path on the hub in Fastify's notation: `:name` is a parameter. Never changed: players have it in their settings. */
  readonly url: string;
}

/** POST by a paired device: `read`, then `translate`. */
export interface ReportPath extends AnyPath {
  readonly takes: 'reports';
}

/** POST with a pairing code, for a plugin that fetches its token itself. */
export interface PairingPath extends AnyPath {
  readonly takes: 'pairing';
  readPairing(request: PluginRequest): Promise<PairingRequest | Answer>;
  /** Hands over the token, which is shown this once. */
  granted(pairing: GrantedPairing): Answer;
}

/** GET by a paired device: a test of the connection, or settings that the plugin fetches. */
export interface QuestionPath extends AnyPath {
  readonly takes: 'questions';
  /** @param origin at which the plugin reaches the hub, as `https://hub.example.org` */
  answerTo(head: RequestHead, device: Device, origin: string): Answer;
}

export interface PairingRequest {
  /** As sent; null when there is none. */
  readonly code: string | null;
  /** Name of the device in lists; cut to 32 characters. */
  readonly deviceName: string;
}

/** What a player pastes into the settings of a plugin, once. */
export interface PastedSettings {
  /** Names the plugin in `hub pair --<option>` and in the console: lower-case letters. */
  readonly option: string;
  /**
   * @param origin the hub's public one, as `https://hub.example.org`
   * @param token of the device; shown this once
   */
  settingsFor(origin: string, token: string): PluginSettings;
}

export interface PluginSettings {
  /** The address to paste. */
  readonly url: string;
  /** What the player does in the plugin's settings, in its own words: a sentence a step, plain text. */
  readonly steps: readonly string[];
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
  /** Parameters of the path, as text. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** `Content-Type` as sent. */
  readonly contentType: string | undefined;
}

/** The head for a body that came without a request: one that was stored, or made up. `read` takes such a body too. */
export const noHead: RequestHead = { headers: {}, params: {}, query: {}, contentType: undefined };

export interface PluginRequest {
  readonly head: RequestHead;
  /** As sent, or what the plugin's `intake` kept of it. `read` may empty it. */
  readonly body: Buffer;
}

/** How a plugin takes bodies that are not kept whole, as an upload of which a file is discarded unread. */
export interface BodyIntake {
  /** Most bytes of a body as sent; more is answered with 413. */
  readonly bytesMax: number;
  /**
   * For how long after it began a request is answered, ms, however slowly its body comes in; without it 9 s. For a plugin that
   * waits for an answer from the end of its body on.
   */
  readonly answeredWithinMs?: number;
  /** Resolves with what `read` is to see. Has to read the stream to its end; a stream over the limit fails it. */
  keep(stream: Readable, head: RequestHead): Promise<Buffer>;
}

/** What every report says, whatever plugin sent it. An adapter adds what its `translate` needs. */
export interface PluginReport {
  /**
   * The body as received, as text, without what must never be stored (plugin-protocols.md, rules for all). `read` has to take
   * it again, without any header: stored bodies are translated anew after a translator's bug.
   */
  readonly raw: string;
  readonly pluginVersion: string | null;
  /** When the player's PC says it was sent, epoch ms; null when the plugin does not say. */
  readonly sent: number | null;
  readonly player: NamedPlayer;
  /** How many game events it carries: they must not be lost to the limit of reports. */
  readonly gameEvents: number;
  /** The client says that the play session ended. */
  readonly endsSession: boolean;
  /** What was left out, by kind. A kind is a metric label: from a list in the adapter, never from a payload. */
  readonly skipped: ReadonlyMap<string, number>;
}

/** What a plugin keeps and sends later where it cannot send it at once: nothing else is resent (plugin-protocols.md 1). */
export function carriesEvents({ gameEvents, endsSession }: PluginReport): boolean {
  return gameEvents > 0 || endsSession;
}

/** Whose report it is. With neither identity nor name nobody can tell. */
export interface NamedPlayer {
  /** The plugin's hash of the account, for a plugin that has one. */
  readonly identity: Identity | null;
  /** Cleaned with `storableText` and `withPlainSpaces`. */
  readonly name: string | null;
  readonly accountType: number | null;
  /** Null when the report names none: then the player is taken to be on the last known one. */
  readonly world: number | null;
  /**
   * On such a world the player is another character (decisions.md, Special worlds). Null when the report does not say what
   * its world is.
   */
  readonly specialWorld: boolean | null;
}
