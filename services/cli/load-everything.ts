import { createProgram } from './program.ts';

/** Loads also the modules that `hub` loads only when needed: see fill-compile-cache.mjs. */
await Promise.all([
  createProgram([]),
  import('../../shared/log/kafka/topics/find-and-delete-topics.ts'),
  import('../../shared/log/kafka/kafka-event-log.ts'),
  import('../../shared/log/kafka/topics/describe-cluster.ts'),
  import('../../shared/projection/run-projections.ts'),
  import('../standalone/open-hub.ts'),
  import('../standalone/schema/migrate-hub.ts'),
]);
