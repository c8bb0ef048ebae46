/** A file as people called it, and the folders of the archive that it goes into, outermost first. */
export type UnnamedEntry = { readonly fileName: string; readonly folders?: readonly string[] | undefined }

/** What most file systems take as one name, in bytes of UTF-8. */
const longestBytes = 255
const longestExtensionBytes = 32

/**
 * A path for every file, in the same order, that unpacks on every system: names in any script, but of at most
 * 255 bytes, without control characters, line breaks or what Windows refuses in a name (`<>:"/\|?*`, trailing
 * dots and spaces, `CON`, `NUL` …), in NFC, and no two alike where case does not count (`name (2).jpg`). A
 * name that is safe stays as it is.
 * @source Windows "Naming Files, Paths, and Namespaces"; APPNOTE.TXT 4.4.17
 */
export function nameArchiveEntries(files: readonly UnnamedEntry[]): string[] {
  const folders = files.map(({ folders: path }) =>
    path === undefined ? '' : path.map((name) => `${safeSegment(name, 'folder')}/`).join(''),
  )
  const taken = new Map<string, number>()
  // A file must not have the name of a folder either.
  for (const folder of folders)
    for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1))
      taken.set(foldCase(folder.slice(0, end)), 1)
  return files.map(
    ({ fileName }, at) =>
      (folders[at] ?? '') + takeName(taken, folders[at] ?? '', safeSegment(fileName, 'file')),
  )
}

/**
 * Gives the name, or the first numbered one that is free. `taken` holds the last number given out under each
 * name.
 */
function takeName(taken: Map<string, number>, folder: string, name: string): string {
  const wanted = foldCase(folder + name)
  let count = taken.get(wanted)
  if (count === undefined) {
    taken.set(wanted, 1)
    return name
  }
  const parts = split(name)
  for (;;) {
    count += 1
    const free = numbered(parts, count)
    const key = foldCase(folder + free)
    if (taken.has(key)) continue
    taken.set(wanted, count)
    taken.set(key, 1)
    return free
  }
}

type NameParts = { readonly stem: string; readonly extension: string }

function numbered({ stem, extension }: NameParts, number: number): string {
  const suffix = ` (${number})${extension}`
  return cutBytes(stem, longestBytes - Buffer.byteLength(suffix)).trimEnd() + suffix
}

/** One name of a path, safe on every system. */
function safeSegment(original: string, placeholder: string): string {
  if (isPlain.test(original) && !isDevice.test(original)) return original
  const name = trim(
    original.toWellFormed().replace(unseen, '').normalize('NFC').replace(/\s/gu, ' ').replace(refused, '_'),
  )
  const { stem, extension } = split(name)
  const cut = trim(cutBytes(stem, longestBytes - 1 - Buffer.byteLength(extension)) + extension)
  if (cut === '') return placeholder
  return isDevice.test(cut) ? `_${cut}` : cut
}

/** A name that needs no further look: most of them. */
const isPlain = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.[A-Za-z0-9]{1,8}$/
/** Names that Windows keeps for devices, with any extension. */
const isDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu
/**
 * Control characters, marks of byte order, and bidirectional controls, which make `gpj.exe` read as
 * `exe.jpg`.
 */
const unseen = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const refused = /[<>:"/\\|?*]/g

function trim(name: string): string {
  return name
    .trimStart()
    .replace(/[. ]+$/, '')
    .replace(/^\.+$/, '')
}

function split(name: string): NameParts {
  const dot = name.lastIndexOf('.')
  return dot > 0 && Buffer.byteLength(name.slice(dot)) <= longestExtensionBytes
    ? { stem: name.slice(0, dot), extension: name.slice(dot) }
    : { stem: name, extension: '' }
}

/** The longest beginning of whole code points that has at most so many bytes. */
function cutBytes(text: string, mostBytes: number): string {
  // No UTF-16 unit takes more than three bytes of UTF-8.
  if (text.length * 3 <= mostBytes) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return text
  let end = mostBytes
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1 // within a code point
  return bytes.toString('utf8', 0, end)
}

const isAscii = /^[\x20-\x7e]*$/

/**
 * Equal for names that some system takes for the same. Upper case first: only so `ß` and `SS` fall together.
 */
function foldCase(path: string): string {
  if (isAscii.test(path)) return path.toLowerCase()
  return path.toUpperCase().toLowerCase().normalize('NFC')
}
