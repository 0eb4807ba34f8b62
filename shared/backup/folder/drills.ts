import { z } from 'zod';
import type { BackupSigner } from '../signing/backup-signer.ts';
import { type CheckedDocument, readSignedJson, writeSignedJson } from './checked-json.ts';
import { manifestFile } from './manifest.ts';

export const drillsFile = 'drills.json';
export const drillsBytesMax = 1024 * 1024;

/** `ok` means that the tables were equal to the tables of the live hub. */
const Drill = z.strictObject({
  /** The name of the manifest. */
  file: z.string(),
  at: z.iso.datetime(),
  ok: z.boolean(),
  seconds: z.number().nonnegative(),
  /** Null for a good drill. */
  problem: z.string().nullable(),
});

export type Drill = z.infer<typeof Drill>;

const format = 2;

const Drills = z.strictObject({
  format: z.literal(format),
  secret_fingerprint: z.string(),
  drills: z.array(Drill),
});

/** @throws OperatorError as `readSignedJson` */
export function readDrills(text: string, signer: BackupSigner | null): CheckedDocument<readonly Drill[]> {
  const { document, state } = readSignedJson(drillsFile, text, {
    schema: Drills,
    format,
    kind: 'drills',
    signer,
  });
  return { document: document.drills, state };
}

export function writeDrills(drills: readonly Drill[], signer: BackupSigner): string {
  return writeSignedJson('drills', { format, secret_fingerprint: signer.fingerprint, drills }, signer);
}

/** Replaces an earlier drill of the same backup. Leaves out drills of missing files. */
export function withDrill(drills: readonly Drill[], drill: Drill, files: readonly string[]): Drill[] {
  const kept = drills.filter(({ file }) => file !== drill.file && files.includes(file));
  return [...kept, drill].sort((left, right) => (left.file < right.file ? -1 : 1));
}

/** Ignores backups from after `now` (epoch ms). Otherwise such backups would hide later backups. */
export function newestGoodDrill(drills: readonly Drill[], now: number): Drill | null {
  const last = manifestFile(new Date(now));
  return (
    drills
      .filter(({ ok, file }) => ok && file <= last)
      .sort((left, right) => (left.file < right.file ? -1 : 1))
      .at(-1) ?? null
  );
}
