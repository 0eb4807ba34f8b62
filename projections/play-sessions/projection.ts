import type { Projection } from '../../shared/projection/projection.ts';
import { evolveSessions, initialSessions, type PlaySessionsEvent, type SessionsState } from './fold.ts';
import { loadSessions, saveSessions } from './store.ts';

export const playSessionsProjection: Projection<SessionsState, PlaySessionsEvent> = {
  name: 'play-sessions',
  version: { shape: 1, logic: 3 },
  streams: ['hub.activity'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['account-seen', 'session-ended'],
  special: { watermarkEveryMs: 2_000 },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadSessions,
  initial: initialSessions,
  evolve: evolveSessions,
  save: saveSessions,
};
