import { createHash } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { decodeNames, type DecodedName } from './decode-names.ts'

/** A file below a folder. Systems name files by bytes, which need not be text. */
export interface FolderFile {
  /** Opens it: the bytes of its absolute path. */
  readonly path: Buffer
  /** Its path from the folder, as text: for people. */
  readonly shownPath: string
  /** Distinguishes it from every other file of the folder, at each run. */
  readonly key: string
  readonly fileName: string
  /** Where its own name is not UTF-8: its bytes, and how they were read. */
  readonly rawName?: { readonly bytes: Buffer; readonly encoding: string }
}

/** What is below a folder, in the order of the paths. */
export interface FolderFiles {
  readonly files: readonly FolderFile[]
  /** Folders that cannot be read. */
  readonly unreadable: readonly string[]
}

interface Place {
  readonly path: Buffer
  readonly shownPath: string
  readonly isText: boolean
}

/**
 * Lists the files below a folder; hidden ones are left out, links are not followed.
 * @throws Error of the file system where the folder itself cannot be read
 */
export async function listFolder(folder: string): Promise<FolderFiles> {
  const files: FolderFile[] = []
  const unreadable: string[] = []
  const root = Buffer.from(folder)
  await listInto(files, unreadable, root.length, { path: root, shownPath: '', isText: true })
  return { files: files.toSorted((a, b) => (a.shownPath < b.shownPath ? -1 : 1)), unreadable }
}

async function listInto(
  files: FolderFile[],
  unreadable: string[],
  rootLength: number,
  place: Place,
): Promise<void> {
  const entries = await readdir(place.path, { withFileTypes: true, encoding: 'buffer' }).catch(
    (error: unknown) => {
      if (place.shownPath === '') throw error
      unreadable.push(place.shownPath)
      return []
    },
  )
  const visible = entries.filter((entry) => entry.name[0] !== '.'.charCodeAt(0))
  const readings = readingsOf(visible.map((entry) => entry.name))
  for (const entry of visible) {
    const { name } = entry
    const reading = readings.get(name)
    const text = reading?.text ?? name.toString()
    const path = Buffer.concat([place.path, Buffer.from(sep), name])
    const shownPath = place.shownPath === '' ? text : `${place.shownPath}${sep}${text}`
    const isText = place.isText && !reading
    if (entry.isDirectory()) await listInto(files, unreadable, rootLength, { path, shownPath, isText })
    else if (entry.isFile()) {
      const key = isText ? shownPath : keyOf(path.subarray(rootLength))
      files.push({
        path,
        shownPath,
        key,
        fileName: text,
        ...(reading ? { rawName: { bytes: name, encoding: reading.encoding } } : {}),
      })
    }
  }
}

function readingsOf(names: readonly Buffer[]): Map<Buffer, DecodedName> {
  const raw = names.filter((name) => !isUtf8(name))
  const decoded = decodeNames(raw)
  return new Map(
    raw.flatMap((name, index): [Buffer, DecodedName][] => (decoded[index] ? [[name, decoded[index]]] : [])),
  )
}

/** Two names may read alike; their bytes do not. */
function keyOf(path: Buffer): string {
  return `bytes ${createHash('sha256').update(path).digest('hex')}`
}
