import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readCrontab, type Crontab } from './crontab.ts'
import { s3PlaceOf, type S3Place } from './blobs-place.ts'
import { wholeNumber } from './setting-types.ts'

/** A folder, or a bucket. */
export type BackupAddress =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Place)

/** Backups that are made by themselves. */
export interface BackupSettings {
  /** As it is shown: a folder, or `s3://bucket/prefix`. */
  readonly place: string
  readonly address: BackupAddress
  /** What seals them; undefined: they are as they are. */
  readonly passphrase: string | undefined
  /** When they are made; undefined: when somebody asks. */
  readonly at: Crontab | undefined
  /** When the newest is checked by restoring it; undefined: when somebody asks. */
  readonly checkAt: Crontab | undefined
  /** How many are kept, and for how many days back any moment of an embedded database. */
  readonly keep: { readonly count: number; readonly walDays: number }
}

const never = 'off'

const crontab = z.string().transform((text, context) => {
  if (text.trim() === never) return undefined
  try {
    const line = readCrontab(text)
    if (line.nextAfter(new Date())) return line
  } catch {
    // Said below.
  }
  context.addIssue({
    code: 'custom',
    message: `must be ${never}, or the five fields of a crontab in UTC, as 30 3 * * *`,
  })
  return z.NEVER
})

const passphraseMinLength = 12
const passphrase = z
  .string()
  .trim()
  .min(passphraseMinLength, `must have ${passphraseMinLength} characters or more`)

const passphraseFile = z
  .string()
  .transform((path, context) => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: `must name a file that can be read: ${(error as Error).message}`,
      })
      return z.NEVER
    }
  })
  .pipe(passphrase)

/** The variables of backups. */
export const backupVariables = {
  CARTOUCHE_BACKUP_TO: z
    .string()
    .regex(
      /^(?!s3:)|^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/\w[\w.-]*)*\/?$/,
      'must be a folder, or a bucket as s3://bucket or s3://bucket/prefix',
    )
    .optional(),
  CARTOUCHE_BACKUP_KEY: passphrase.optional(),
  CARTOUCHE_BACKUP_KEY_FILE: passphraseFile.optional(),
  CARTOUCHE_BACKUP_AT: crontab.prefault('30 3 * * *'),
  CARTOUCHE_BACKUP_CHECK_AT: crontab.prefault('0 5 * * 0'),
  CARTOUCHE_BACKUP_KEEP: wholeNumber(1, 999_999).prefault('14'),
  CARTOUCHE_BACKUP_WAL_DAYS: wholeNumber(0, 9999).prefault('7'),
}

type Variables = z.output<z.ZodObject<typeof backupVariables>> & Readonly<Record<string, unknown>>

/** Undefined where no place is named. */
export function readBackup(data: Variables): BackupSettings | undefined {
  const place = data.CARTOUCHE_BACKUP_TO
  if (place === undefined) return undefined
  const address = backupAddressOf(place, data)
  return {
    place: address.kind === 'folder' ? address.folder : place,
    address,
    passphrase: data.CARTOUCHE_BACKUP_KEY ?? data.CARTOUCHE_BACKUP_KEY_FILE,
    at: data.CARTOUCHE_BACKUP_AT,
    checkAt: data.CARTOUCHE_BACKUP_CHECK_AT,
    keep: { count: data.CARTOUCHE_BACKUP_KEEP, walDays: data.CARTOUCHE_BACKUP_WAL_DAYS },
  }
}

function backupAddressOf(place: string, variables: Readonly<Record<string, unknown>>): BackupAddress {
  return place.startsWith('s3:')
    ? { kind: 's3', ...s3PlaceOf(place, variables) }
    : { kind: 'folder', folder: resolve(place) }
}
