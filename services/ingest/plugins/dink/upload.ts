import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { bodyBytesMax } from '../../http/json-body.ts';
import type { BodyIntake, RequestHead } from '../../plugin-adapter.ts';

/** Twice the largest screenshot (plugin-protocols.md, rules for all). */
const uploadBytesMax = 16 * 1024 * 1024;
/** Dink waits 15 s for its answer, starting at the end of its upload. */
const answeredWithinMs = 30_000;
/** The part of an upload with the message. The other part is the screenshot. */
const messagePart = 'payload_json';
/** One byte over the limit shows that the message is too large. */
const keptBytesMax = bodyBytesMax + 1;
/** Bytes that are parsed at a time, so that too many parts are found early. */
const pieceBytes = 8 * 1024;
/** Dink sends two parts with three headers each. */
const limits = { fields: 1, fieldSize: keptBytesMax, parts: 16, headerPairs: 16, headerSize: 8 * 1024 };

/**
 * Keeps the message of a body, at most 256 KiB and a byte: the message part of an upload, or the
 * whole body.
 */
export const dinkBodyIntake: BodyIntake = {
  bytesMax: uploadBytesMax,
  answeredWithinMs,
  keep: (stream, head) => (isUpload(head) ? keepMessagePart(stream, head) : keepWhole(stream)),
};

export function isUpload({ contentType }: Pick<RequestHead, 'contentType'>): boolean {
  return /^\s*multipart\/form-data\b/i.test(contentType ?? '');
}

async function keepWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < keptBytesMax) chunks.push(chunk.subarray(0, keptBytesMax - bytes));
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

/**
 * Resolves with the message part as soon as it is there, and drops the rest of the upload, which
 * may be a slow screenshot. Empty for a damaged upload, and for an upload without that part.
 */
async function keepMessagePart(stream: Readable, { contentType }: RequestHead): Promise<Buffer> {
  const part = createPartReader(contentType ?? '');
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const found = await part.write(chunk);
    if (found === null) continue;
    // A client that stops now, or sends too much, has its answer.
    stream.on('error', () => {});
    // A stream that is still iterated does not resume.
    setImmediate(() => stream.resume());
    return found;
  }
  return part.end();
}

interface PartReader {
  /** @returns the message part once it is complete */
  write(chunk: Buffer): Promise<Buffer | null>;
  end(): Promise<Buffer>;
}

function createPartReader(contentType: string): PartReader {
  let found: Buffer | null = null;
  let isOver = false;
  const parser = parserOf(contentType);
  parser?.on('field', (name, value) => {
    if (name === messagePart && found === null && !isOver) found = Buffer.from(value);
  });
  const stop = () => {
    isOver = true;
  };
  parser?.on('error', stop);
  // Without this limit a large upload of boundaries alone would take seconds and gigabytes.
  parser?.on('partsLimit', stop);
  return {
    // The parser never waits, because it keeps no files.
    write: async (chunk) => {
      for (let at = 0; at < chunk.length && found === null && !isOver; at += pieceBytes) {
        parser?.write(chunk.subarray(at, at + pieceBytes));
      }
      // The parser emits its fields before the next tick.
      await new Promise(setImmediate);
      return found;
    },
    end: async () => {
      if (found === null && !isOver) parser?.end();
      // The parser may never emit the end of a damaged upload.
      await new Promise(setImmediate);
      return found ?? Buffer.alloc(0);
    },
  };
}

/** Null for a header without a boundary. */
function parserOf(contentType: string): BusboyInstance | null {
  try {
    const isPartAFile = (name: string | undefined) => name !== messagePart;
    return new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile });
  } catch {
    return null;
  }
}
