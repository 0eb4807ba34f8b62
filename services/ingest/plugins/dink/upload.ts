import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { bodyBytesMax } from '../../http/json-body.ts';
import type { BodyIntake, RequestHead } from '../../plugin.ts';

/** A screenshot has up to 8 MB (plugin-protocols.md, rules for all). */
const uploadBytesMax = 16 * 1024 * 1024;
/** Dink waits for its answer for 15 s after its upload, which may take as long as a request may. */
const answeredWithinMs = 30_000;
/** The part of an upload that is the message; the other is the screenshot. */
const messagePart = 'payload_json';
/** One byte more than is taken shows that there was more. */
const keptBytesMax = bodyBytesMax + 1;
/** What is parsed at a time, so that too many parts are noticed soon. */
const pieceBytes = 8 * 1024;
/** Dink sends two parts with three headers each. */
const limits = { fields: 1, fieldSize: keptBytesMax, parts: 16, headerPairs: 16, headerSize: 8 * 1024 };

/** Keeps the message of a body: of an upload the part that holds it, else all; at most 256 KiB and a byte. Files are not kept. */
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

/** The part is read as it comes in; nothing after it is looked at. Empty for an upload that is damaged or has no such part. */
async function keepMessagePart(stream: Readable, { contentType }: RequestHead): Promise<Buffer> {
  const part = createPartReader(contentType ?? '');
  for await (const chunk of stream as AsyncIterable<Buffer>) part.write(chunk);
  return part.end();
}

interface PartReader {
  write(chunk: Buffer): void;
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
  // 16 MB of boundaries would otherwise take 9 s and 2 GB.
  parser?.on('partsLimit', stop);
  return {
    // Its parser keeps nothing of files, so that it takes each chunk as it comes.
    write: (chunk) => {
      for (let at = 0; at < chunk.length && found === null && !isOver; at += pieceBytes) {
        parser?.write(chunk.subarray(at, at + pieceBytes));
      }
    },
    end: async () => {
      if (found === null && !isOver) parser?.end();
      // The parser emits all that it found before the next turn of the event loop. Of a damaged upload it may never emit its end.
      await new Promise(setImmediate);
      return found ?? Buffer.alloc(0);
    },
  };
}

/** Null for a header that names no boundary. */
function parserOf(contentType: string): BusboyInstance | null {
  try {
    const isPartAFile = (name: string | undefined) => name !== messagePart;
    return new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile });
  } catch {
    return null;
  }
}
