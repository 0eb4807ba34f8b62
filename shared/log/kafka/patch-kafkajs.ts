import kafkajs from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { zstdCodec } from './zstd-codec.ts';

let isPatched = false;

/**
 * Patches two faults of kafkajs 2.2.4, once per process: idle connections use CPU, and zstd is
 * missing.
 */
export function patchKafkajs(): void {
  if (isPatched) return;
  isPatched = true;
  sleepWhenIdle();
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => zstdCodec;
}

/** Without the patch, each idle connection sets a timer with a negative delay again and again. */
function sleepWhenIdle(): void {
  const { scheduleCheckPendingRequests } = RequestQueue.prototype;
  RequestQueue.prototype.scheduleCheckPendingRequests = function patchedSchedule(this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) scheduleCheckPendingRequests.call(this);
  };
}
