import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { matchesEntityTag, weakEntityTag } from '../../../shared/http/entity-tag.ts';
import { prefersGzip } from '../http/accept-encoding.ts';
import type { RouteAnswer } from '../http/answer.ts';
import { buildBody } from './body.ts';
import { createBodyCache } from './body-cache.ts';
import { dependsOnKey, lastModified, rowsSince } from './changed-since.ts';
import { createEntries } from './entries.ts';
import type { Entry } from './entry.ts';
import type { SnapshotView } from './shared-view.ts';
import { createTimedChanges } from './timed-changes.ts';
import { createViews } from './views.ts';

export interface SnapshotRequest {
  /** Epoch ms; undefined for a full answer. */
  readonly since: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Answers from memory. Only the first answer after a rest of the copy waits for a read. */
export interface Snapshots {
  /** @throws StateUnavailable */
  answer(reader: Reader, request: SnapshotRequest): Promise<RouteAnswer> | RouteAnswer;
  close(): void;
}

/** The bytes of entries do not count, because entries hold them anyway. */
const bodyBytesMax = 16 * 2 ** 20;

export function createSnapshots(copy: StateCopy): Snapshots {
  const timedChanges = createTimedChanges(copy);
  const entries = createEntries(copy, timedChanges);
  const bodies = createBodyCache(bodyBytesMax);
  const advanceClocks = () => views.noteChanged(timedChanges.advance());
  const views = createViews({ copy, entries, advanceClocks }, bodies.drop);

  const stopListening = copy.onChange((accountIds) => {
    timedChanges.noticed(accountIds);
    views.forgetUnused();
    views.noteChanged(accountIds);
    bodies.release();
  });

  function respond(
    view: SnapshotView,
    reader: Reader,
    request: SnapshotRequest,
  ): Promise<RouteAnswer> | RouteAnswer {
    const version = view.version();
    const { tag, held } = tagsOf(`${reader.view}.${version}`, request.since);
    if (matchesEntityTag(request.headers['if-none-match'], held)) {
      return { status: 304, headers: { ...caching, etag: tag }, body: null };
    }
    return send(view, reader, version, tag, request);
  }

  async function send(
    view: SnapshotView,
    reader: Reader,
    version: string,
    tag: string,
    { since, headers }: SnapshotRequest,
  ): Promise<RouteAnswer> {
    const coding = prefersGzip(headers['accept-encoding']) ? 'gzip' : 'identity';
    const name = { content: contentName(reader, since), coding } as const;
    const body = await bodies.get(reader.view, version, name, {
      meta: () => ({ generatedAt: copy.now(), lastModified: lastModified(view, reader) }),
      build: (meta) => buildBody(answered(view, reader, since), meta, coding),
    });
    return {
      status: 200,
      headers: {
        ...caching,
        ...(coding === 'gzip' && { 'content-encoding': 'gzip' }),
        etag: tag,
        'last-modified': body.lastModified,
      },
      body: { chunks: body.chunks, byteLength: body.byteLength },
    };
  }

  function answer(reader: Reader, request: SnapshotRequest): Promise<RouteAnswer> | RouteAnswer {
    const view = views.viewOf(reader);
    const updating = view.update(reader);
    return updating === null
      ? respond(view, reader, request)
      : updating.then(() => respond(view, reader, request));
  }

  return {
    answer: (reader, request) => {
      const waiting = copy.waitUntilFresh();
      return waiting === null ? answer(reader, request) : waiting.then(() => answer(reader, request));
    },
    close: stopListening,
  };
}

const caching = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' } as const;

/**
 * A full request does not match the tag of a `since` answer, because its client may hold accounts
 * that have left.
 */
function tagsOf(
  version: string,
  since: number | undefined,
): { readonly tag: string; readonly held: string[] } {
  const full = `${version}.f`;
  const own = since === undefined ? full : `${version}.d`;
  return { tag: weakEntityTag(own), held: own === full ? [full] : [own, full] };
}

function answered(view: SnapshotView, reader: Reader, since: number | undefined): readonly Entry[] {
  const rows = since === undefined ? view.rows() : rowsSince(view, reader, since);
  return rows.map(({ entry }) => entry);
}

/** Equal names have equal bodies in one version of a view. */
function contentName(reader: Reader, since: number | undefined): string {
  if (since === undefined) return 'all';
  return dependsOnKey(reader, since) ? `${since} ${reader.key.id}` : `${since}`;
}
