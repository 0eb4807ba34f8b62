import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { type BodyIntake, noHead, type PluginRequest, type RequestHead } from '../plugin-adapter.ts';
import { type BodyRefusal, malformed, tooLarge } from './answer.ts';
import { bodyBytesMax, type JsonBody, readJsonBody } from './json-body.ts';

/** Twice the largest screenshot (plugin-protocols.md, rules for all). */
const uploadBytesMax = 16 * 1024 * 1024;
/** A plugin waits 10 to 15 s from the end of its upload. */
const answeredWithinMs = 30_000;
const messagePart = 'payload_json';
/** One byte over the limit shows that the message is too large. */
const keptBytesMax = bodyBytesMax + 1;
/** Small pieces show early that an upload has too many parts. */
const pieceBytes = 8 * 1024;
/** Plugins send two parts with three headers each. */
const limits = { fieldSize: keptBytesMax, parts: 16, headerPairs: 16, headerSize: 8 * 1024 };

/**
 * Keeps a body, or the part `payload_json` of an upload: at most 256 KiB and a byte. Keeps nothing
 * when that part is missing or damaged.
 * @param textParts parts to keep as a JSON object when a whole upload has no `payload_json`
 */
export function createUploadIntake(textParts: readonly string[] = []): BodyIntake {
  return {
    bytesMax: uploadBytesMax,
    answeredWithinMs,
    keep: (stream, head) => (isUpload(head) ? keepMessage(stream, head, textParts) : keepWhole(stream)),
  };
}

/** Reads what the intake kept. @param damaged the refusal of an upload without its message */
export async function readKeptBody(
  { head, body }: PluginRequest,
  damaged: string,
): Promise<JsonBody | BodyRefusal> {
  const bodyBytes = body.length;
  if (bodyBytes > bodyBytesMax) return { ...tooLarge, bodyBytes };
  if (!isUpload(head)) return readJsonBody(body, head);
  // The headers of the request describe the upload, not the kept part.
  return bodyBytes === 0 ? malformed(damaged) : readJsonBody(body, noHead);
}

function isUpload({ contentType }: Pick<RequestHead, 'contentType'>): boolean {
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

/** Resolves as soon as the message is there, because the rest may be a slow screenshot. */
async function keepMessage(
  stream: Readable,
  { contentType }: RequestHead,
  textParts: readonly string[],
): Promise<Buffer> {
  const part = createPartReader(contentType ?? '', textParts);
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const found = await part.write(chunk);
    if (found === null) continue;
    // The message is complete, so a later fault changes nothing.
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

function createPartReader(contentType: string, textParts: readonly string[]): PartReader {
  let found: Buffer | null = null;
  const texts = new Map<string, string>();
  let isOver = false;
  let isWhole = false;
  const parser = parserOf(contentType, [messagePart, ...textParts]);
  parser?.on('field', (name, value) => {
    if (found !== null || isOver) return;
    if (name === messagePart) found = Buffer.from(value);
    else if (!texts.has(name)) texts.set(name, value);
  });
  const stop = () => {
    isOver = true;
  };
  parser?.on('error', stop);
  // A large upload of empty parts would otherwise take seconds and gigabytes.
  parser?.on('partsLimit', stop);
  parser?.on('finish', () => {
    isWhole = true;
  });
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
      if (found !== null) return found;
      const hasTexts = isWhole && !isOver && textParts.length > 0;
      return Buffer.from(hasTexts ? JSON.stringify(Object.fromEntries(texts)) : '');
    },
  };
}

/** Null for a header without a boundary. */
function parserOf(contentType: string, kept: readonly string[]): BusboyInstance | null {
  try {
    const isPartAFile = (name: string | undefined) => name === undefined || !kept.includes(name);
    const headers = { 'content-type': contentType };
    return new Busboy({ headers, limits: { ...limits, fields: kept.length }, isPartAFile });
  } catch {
    return null;
  }
}
