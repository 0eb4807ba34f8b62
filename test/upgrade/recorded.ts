import { readFileSync, writeFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface Recorded {
  /** Written by `dumpDatabase`. */
  readonly dump: string;
  readonly secret: string;
  readonly answers: RecordedAnswers;
}

export interface RecordedAnswers {
  /** By the `key` of `RecordedAnswer`. */
  readonly keys: Readonly<Record<string, string>>;
  /** A plugin that is still paired, and the account that it reports. */
  readonly plugin: { readonly token: string; readonly accountId: string };
  readonly etag: string;
  readonly asked: readonly RecordedAnswer[];
}

export interface RecordedAnswer {
  readonly key: string;
  readonly path: string;
  readonly status: number;
  readonly data: unknown;
  readonly nextCursor: string | null;
}

const folder = (release: string) => new URL(`../fixtures/upgrade-${release}/`, import.meta.url);

export function readRecorded(release: string): Recorded {
  const read = (name: string) => readFileSync(new URL(name, folder(release)));
  return {
    dump: zstdDecompressSync(read('dump.sql.zst')).toString(),
    secret: read('secret').toString(),
    answers: JSON.parse(zstdDecompressSync(read('answers.json.zst')).toString()),
  };
}

export function writeRecorded(release: string, { dump, secret, answers }: Recorded): void {
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(new URL(name, folder(release)), content);
  write('dump.sql.zst', zstdCompressSync(dump));
  write('secret', secret);
  write('answers.json.zst', zstdCompressSync(JSON.stringify(answers, null, 2)));
}
