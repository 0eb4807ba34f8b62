import { LogUnavailable } from '../../../errors/errors.ts';
import type { EventLog, ReadPosition } from '../../event-log.ts';
import type { LinkReader } from './link-reader.ts';

/** A LinkReader for each concurrent read. On a shared link, a read would wait for another read. */
export type LinkReaders = Pick<EventLog, 'read' | 'close'>;

export function createLinkReaders(open: () => LinkReader): LinkReaders {
  const idle = new Set<LinkReader>();
  const all = new Set<LinkReader>();
  const closing = new AbortController();

  function takeReader(positions: readonly ReadPosition[]): LinkReader {
    for (const reader of idle) {
      if (!reader.suits(positions)) continue;
      idle.delete(reader);
      return reader;
    }
    const reader = open();
    all.add(reader);
    return reader;
  }

  return {
    read: async (positions, options) => {
      if (closing.signal.aborted) throw closing.signal.reason;
      if (positions.length === 0) return [];
      const signals = options.signal === undefined ? [] : [options.signal];
      const signal = AbortSignal.any([...signals, closing.signal]);
      options.signal?.throwIfAborted();
      const reader = takeReader(positions);
      try {
        return await reader.read(positions, { ...options, signal });
      } finally {
        idle.add(reader);
      }
    },
    close: async () => {
      closing.abort(new LogUnavailable('the log is closed'));
      await Promise.all([...all].map((reader) => reader.close()));
    },
  };
}
