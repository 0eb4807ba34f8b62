import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noHead } from '../plugin-adapter.ts';
import { createUploadIntake } from './upload.ts';

const boundary = '6f1c2e-demo-boundary';
const contentType = `multipart/form-data; boundary=${boundary}`;
const message = '{"type":"QUEST","playerName":"Quillon Fen"}';
const kept = 256 * 1024 + 1;
const messageIntake = createUploadIntake();

function part(headers: string, content: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), Buffer.from(content), crlf]);
}

const crlf = Buffer.from('\r\n');
const end = Buffer.from(`--${boundary}--\r\n`);
const payload = (content = message) =>
  part(`Content-Disposition: form-data; name="payload_json"\r\nContent-Length: ${content.length}`, content);
const file = (bytes: number) =>
  part(
    'Content-Disposition: form-data; name="file"; filename="lootImage.png"\r\nContent-Type: image/png',
    Buffer.alloc(bytes, '\r\n--x'),
  );

async function keep(
  body: Buffer,
  type: string | null = contentType,
  pieceBytes = 65_536,
  intake = messageIntake,
) {
  const pieces = Array.from({ length: Math.ceil(body.length / pieceBytes) }, (_, index) =>
    body.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const bytes = await intake.keep(Readable.from(pieces), {
    ...noHead,
    contentType: type ?? undefined,
  });
  return bytes.toString();
}

describe('an upload', () => {
  it.each([1, 3, 64, 65_536])(
    'gives its message when it arrives in pieces of %i bytes',
    async (pieceBytes) => {
      const body = Buffer.concat([payload(), file(pieceBytes < 64 ? 500 : 100_000), end]);
      expect(await keep(body, contentType, pieceBytes)).toBe(message);
    },
  );

  it('gives its message at any position, and with any header of the part', async () => {
    expect(await keep(Buffer.concat([file(100_000), payload(), end]))).toBe(message);
    const asFile = part(
      'Content-Disposition: form-data; name="payload_json"; filename="m.json"\r\nContent-Type: application/json',
      message,
    );
    expect(await keep(Buffer.concat([asFile, end]))).toBe(message);
    expect(await keep(Buffer.concat([payload('{"a":"ß😀"}'), end]))).toBe('{"a":"ß😀"}');
  });

  it('gives its message although the screenshot is incomplete or more data follows', async () => {
    expect(await keep(Buffer.concat([payload(), file(100_000)]).subarray(0, -50_000))).toBe(message);
    expect(await keep(Buffer.concat([payload(), end, Buffer.alloc(100_000)]))).toBe(message);
    expect(await keep(Buffer.concat([payload(), payload('{}'), end]))).toBe(message);
  });

  it.each<[string, Buffer, string]>([
    ['is empty', Buffer.alloc(0), contentType],
    ['has no part', end, contentType],
    ['has a screenshot only', Buffer.concat([file(10), end]), contentType],
    ['ends within its message', payload().subarray(0, -10), contentType],
    ['ends within a header', payload().subarray(0, 40), contentType],
    ['has another boundary', Buffer.concat([payload(), end]), 'multipart/form-data; boundary=other'],
    ['names no boundary', Buffer.concat([payload(), end]), 'multipart/form-data'],
    ['is JSON', Buffer.from(message), contentType],
    ['has too many parts', Buffer.concat([...Array(20).fill(file(1)), payload(), end]), contentType],
    ['has an endless header', Buffer.concat([part(`X: ${'x'.repeat(100_000)}`, message), end]), contentType],
  ])('that %s has no message', async (_, body, type) => {
    expect(await keep(body, type)).toBe('');
  });

  it('keeps one byte more than the limit when its message is too long', async () => {
    expect((await keep(Buffer.concat([payload('x'.repeat(300_000)), end]))).length).toBe(kept);
    expect((await keep(Buffer.concat([payload('x'.repeat(kept - 1)), end]))).length).toBe(kept - 1);
  });

  it('with nothing but boundaries costs the hub as little as other uploads', async () => {
    for (const text of [
      `\r\n--${boundary}\r\n`,
      `--${boundary}\r\n\r\n`,
      `\r\n--${boundary}\r\nX: y\r\n\r\n`,
    ]) {
      const body = Buffer.concat([file(1), Buffer.alloc(16 * 1_024 * 1_024, text)]);
      const [began, usedBefore] = [process.cpuUsage(), process.memoryUsage().rss];
      expect(await keep(body)).toBe('');
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1_000).toBeLessThan(1_500);
      expect(process.memoryUsage().rss - usedBefore).toBeLessThan(100_000_000);
    }
  });

  it('fails when its stream fails', async () => {
    const broken = new Readable({ read: () => {} });
    const kept = messageIntake.keep(broken, { ...noHead, contentType });
    broken.push(payload());
    broken.destroy(new Error('gone'));
    await expect(kept).rejects.toThrow('gone');
  });

  it('never hangs and never throws, with any damage', async () => {
    const whole = Buffer.concat([payload(), file(200), payload('{}'), end]);
    const damage = fc.record({
      at: fc.nat(whole.length),
      cut: fc.nat(60),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom('\r\n', '--', `--${boundary}`, `--${boundary}--`, '\r\n\r\n', ';charset=x')
          .map((text) => Buffer.from(text)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(damage, { maxLength: 6 }),
        fc.integer({ min: 1, max: 700 }),
        async (hits, size) => {
          let body: Buffer = whole;
          for (const { at, cut, put } of hits) {
            body = Buffer.concat([body.subarray(0, at), put, body.subarray(at + cut)]);
          }
          expect((await keep(body, contentType, size)).length).toBeLessThan(body.length + 1);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('an upload that may have texts instead of a message', () => {
  const intake = createUploadIntake(['content', 'username']);
  const keepTexts = (...parts: Buffer[]) => keep(Buffer.concat(parts), contentType, 64, intake);
  const field = (name: string, text: string) => part(`Content-Disposition: form-data; name="${name}"`, text);

  it('gives a JSON object with its texts', async () => {
    const texts = [field('content', 'A "drop"'), field('username', 'ß'), field('content', 'again')];
    expect(JSON.parse(await keepTexts(...texts, file(500), end))).toEqual({
      content: 'A "drop"',
      username: 'ß',
    });
    expect(await keepTexts(file(500), end)).toBe('{}');
  });

  it('gives its message when it has both', async () => {
    expect(await keepTexts(field('content', 'text'), payload(), end)).toBe(message);
    expect(await keepTexts(payload(), field('content', 'text'), end)).toBe(message);
  });

  it('gives nothing when it is damaged', async () => {
    expect(await keepTexts(field('content', 'text'), file(500).subarray(0, -100))).toBe('');
    expect(await keepTexts(field('content', 'text').subarray(0, -10))).toBe('');
  });
});

describe('a body that is no upload', () => {
  it('is kept unchanged, up to one byte over the limit', async () => {
    for (const type of ['application/json; charset=utf-8', null]) {
      expect(await keep(Buffer.from(message), type, 7)).toBe(message);
      expect((await keep(Buffer.alloc(400_000, 'x'), type)).length).toBe(kept);
    }
  });
});
