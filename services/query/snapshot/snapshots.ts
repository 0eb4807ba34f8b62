import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { namesTag, weakTag } from '../../../shared/http/entity-tag.ts';
import { prefersGzip } from '../http/accept-encoding.ts';
import type { RouteAnswer } from '../http/answer.ts';
import { buildBody } from './body.ts';
import { createBodyCache } from './body-cache.ts';
import { createChangeRing } from './change-ring.ts';
import { createEntries } from './entries.ts';
import { createEntryGroup, createEntryGroups, type EntryGroup } from './entry-groups.ts';
import { createFlipWatch } from './flip-watch.ts';
import { dependsOnKey, lastModified, rowsSince } from './last-modified.ts';
import type { SnapshotView } from './snapshot-view.ts';
import { createViews } from './views.ts';

export interface SnapshotRequest {
  /** Epoch ms; undefined for a full answer. */
  readonly since: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Answers `/snapshot` from memory: without any SQL, and serialising only what changed. */
export interface Snapshots {
  /** @throws StateUnavailable */
  answer(reader: Reader, request: SnapshotRequest): Promise<RouteAnswer> | RouteAnswer;
  close(): void;
}

/** Room for the chunk lists of 4,000 answers in which each of 500 accounts is a chunk of its own, or for 256 small answers. */
const bodyBytesMax = 16 * 2 ** 20;

export function createSnapshots(copy: StateCopy): Snapshots {
  const ring = createChangeRing();
  const flips = createFlipWatch(copy);
  const entries = createEntries(copy, flips);
  const groups = createEntryGroups();
  const bodies = createBodyCache(bodyBytesMax);
  const views = createViews({ copy, flips, entries, groups, ring }, bodies.drop);

  const stopListening = copy.onChange((accountIds) => {
    ring.add(accountIds);
    flips.noticed(accountIds);
    views.forgetUnused();
    bodies.release();
  });

  function respond(
    view: SnapshotView,
    reader: Reader,
    request: SnapshotRequest,
  ): Promise<RouteAnswer> | RouteAnswer {
    const version = view.version();
    const full = `${reader.view}.${version}.f`;
    const own = request.since === undefined ? full : `${reader.view}.${version}.d`;
    const tag = weakTag(own);
    // The tag of a `since` answer does not do for a full request, whose client may hold accounts that have left since.
    const held = own === full ? [full] : [own, full];
    if (namesTag(request.headers['if-none-match'], held)) {
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
      body: { chunks: body.chunks, length: body.length },
    };
  }

  return {
    answer: (reader, request) => {
      copy.requireFresh();
      const view = views.viewOf(reader);
      const updating = view.update(reader);
      return updating === null
        ? respond(view, reader, request)
        : updating.then(() => respond(view, reader, request));
    },
    close: stopListening,
  };
}

const caching = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' } as const;

/** Answers with `since` differ from each other, so their entries would only push the groups of whole snapshots out. */
function answered(view: SnapshotView, reader: Reader, since: number | undefined): readonly EntryGroup[] {
  if (since === undefined) return view.groups();
  return [createEntryGroup(rowsSince(view, reader, since).map(({ entry }) => entry))];
}

/** Names what an answer holds among those of one version of a view. */
function contentName(reader: Reader, since: number | undefined): string {
  if (since === undefined) return 'all';
  return dependsOnKey(reader, since) ? `${since} ${reader.key.id}` : `${since}`;
}
