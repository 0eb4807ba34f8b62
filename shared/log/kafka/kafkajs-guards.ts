import kafkajs from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { zstdCodec } from './zstd-codec.ts';

let guarded = false;

/** Patches what kafkajs 2.2.4 lacks or does wrong, once per process. */
export function guardKafkajs(): void {
  if (guarded) return;
  guarded = true;
  sleepWhenIdle();
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => zstdCodec;
}

/**
 * Each idle connection sets a timer of -1 ms again and again: 2,499 timers and 173 ms of CPU in 3 seconds, and a warning
 * from Node 24. The queue has to be checked only when something waits in it or the broker asked to slow down.
 */
function sleepWhenIdle(): void {
  const { scheduleCheckPendingRequests } = RequestQueue.prototype;
  RequestQueue.prototype.scheduleCheckPendingRequests = function guardedSchedule(this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) scheduleCheckPendingRequests.call(this);
  };
}
