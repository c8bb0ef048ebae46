import { z } from 'zod'
import { BackupError } from './backup-error.ts'

/** A backup is named by the moment of its snapshot, as `2026-11-25T134502Z`. */
export const BackupName = z.string().regex(/^\d{4}-\d\d-\d\dT\d{6}Z$/, 'must be as 2026-11-25T134502Z')

const dayMs = 86_400_000

/**
 * Names a backup of this moment (milliseconds since 1970) so that it comes after those that a place has
 * (oldest first), also where the clock was set back: no two have one name, and the newest is the last. One
 * that lies more than a day ahead was named by a clock that nobody goes by.
 */
export function nameAfter(names: readonly string[], atMs: number): string {
  const near = names.map(momentOf).filter((moment) => moment < atMs + dayMs)
  const laterMs = Math.max(atMs, (near.at(-1) ?? 0) + 1000)
  return new Date(laterMs).toISOString().replace(/:|\.\d+/g, '')
}

const momentOf = (name: string): number => Date.parse(name.replace(/(\d\d)(\d\d)(\d\dZ)$/, '$1:$2:$3'))

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
export const Count = z.number().int().nonnegative()

/** Bytes in the backup location, compressed by gzip. */
export const StoredFile = z.object({ sha256: Sha256, sizeBytes: Count })

/** A list of files, how many they are, and how large together. */
export const StoredList = StoredFile.extend({ count: Count, bytes: Count })

/** A name as the migrations give them; what is read from a manifest goes into statements, quoted. */
const SqlName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const Table = StoredFile.extend({
  schema: SqlName,
  name: SqlName,
  columns: z.array(SqlName),
  rows: Count,
  /** Of a part of a larger table: that table, and the moments between which its rows lie. */
  part: z.object({ of: SqlName, from: z.string(), to: z.string() }).optional(),
})

/** What a backup holds. The place holds the bytes. */
export const Manifest = z.object({
  format: z.literal(1),
  name: BackupName,
  /** When the last byte was stored. */
  finishedAt: z.iso.datetime(),
  /** How many migrations the database had seen; their hashes are in the table `migration`. */
  migrations: Count,
  tables: z.array(Table),
  sequences: z.array(
    z.object({
      schema: SqlName,
      name: SqlName,
      lastValue: z.string().regex(/^-?\d+$/),
      isCalled: z.boolean(),
    }),
  ),
  /** Files of the library: lines of hash and size. */
  files: StoredList,
  /** Hashes of files that the library did not hold, or not whole. */
  missing: z.array(Sha256),
  /** The file `secrets.json`, not compressed; null where there was none. */
  secrets: StoredFile.nullable(),
})

export type Manifest = z.output<typeof Manifest>
export type BackedUpTable = Manifest['tables'][number]
export type StoredFile = z.output<typeof StoredFile>

/** @throws LibraryError */
export function readManifest(name: string, text: string | undefined): Manifest {
  return parseNamed(Manifest, name, text)
}

/**
 * What a place holds under a name, which it says itself.
 * @throws LibraryError where it is not there, damaged, or another's
 */
export function parseNamed<Named extends { readonly name: string }>(
  shape: z.ZodType<Named>,
  name: string,
  text: string | undefined,
): Named {
  if (text === undefined) throw new BackupError('backup_not_found', { name })
  const parsed = shape.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.name !== name) throw new BackupError('backup_unreadable', { name })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
