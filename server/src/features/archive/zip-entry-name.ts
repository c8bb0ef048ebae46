import { getFileNameLowLevel, type Entry } from 'yauzl'

const utf8Flag = 0x800

/**
 * The name of a zip's member as it was meant: UTF-8 where the zip says so, or where it does not but the bytes
 * are UTF-8 (the archiver of macOS forgets to say so); else code page 437, as the standard has it.
 * Backslashes stay.
 * @source APPNOTE.TXT 6.3.10 appendix D
 */
export function decodeEntryName(entry: Entry): string {
  const isUtf8 = (entry.generalPurposeBitFlag & utf8Flag) !== 0 || isValidUtf8(entry.fileNameRaw)
  return getFileNameLowLevel(isUtf8 ? utf8Flag : 0, entry.fileNameRaw, entry.extraFields, true).normalize(
    'NFC',
  )
}

function isValidUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
