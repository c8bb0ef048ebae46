import type { IntlShape } from 'react-intl'
import { inText } from '../../translations/in-text.ts'
import type { TextId } from '../../translations/texts.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Types that people know by what made them. Macros make no other kind of document. */
const documents: Readonly<Record<string, TextId>> = {
  [`${office}.wordprocessingml.document`]: 'fileType.word',
  'application/vnd.ms-word.document.macroenabled.12': 'fileType.word',
  'application/msword': 'fileType.word',
  [`${office}.spreadsheetml.sheet`]: 'fileType.excel',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'fileType.excel',
  'application/vnd.ms-excel': 'fileType.excel',
  [`${office}.presentationml.presentation`]: 'fileType.powerpoint',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'fileType.powerpoint',
  'application/vnd.ms-powerpoint': 'fileType.powerpoint',
  [`${openDocument}.text`]: 'fileType.openText',
  [`${openDocument}.spreadsheet`]: 'fileType.openSpreadsheet',
  [`${openDocument}.presentation`]: 'fileType.openPresentation',
  [`${openDocument}.graphics`]: 'fileType.openDrawing',
  'image/vnd.adobe.photoshop': 'fileType.photoshop',
  'application/x-indesign': 'fileType.indesign',
  'text/plain': 'fileType.text',
}

/** Types whose usual short name is not what follows the stroke. */
const shortNames: Readonly<Record<string, string>> = {
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'video/quicktime': 'MOV',
  'video/matroska': 'MKV',
  'video/vnd.avi': 'AVI',
  'video/x-ms-asf': 'WMV',
  'audio/x-ms-asf': 'WMA',
  'video/mp2t': 'MPEG-TS',
  'application/epub+zip': 'EPUB',
  'application/postscript': 'PostScript',
  'image/webp': 'WebP',
  'video/webm': 'WebM',
  'audio/webm': 'WebM',
  'image/vnd.radiance': 'Radiance HDR',
  'image/vnd.ms-dds': 'DDS',
}

/** What a file is, in the reader's language: `Word document`, `MOV`, `JPEG`. */
export function fileTypeText(intl: IntlShape, mediaType: string): string {
  const id = documents[mediaType]
  if (id !== undefined) return intl.formatMessage({ id })
  const ending = mediaType.split('/').at(-1) ?? ''
  return shortNames[mediaType] ?? ending.replace(/^x-/, '').replace(/\+.*$/, '').toUpperCase()
}

/** The same inside of a sentence: names of formats keep their capitals. */
export function fileTypeInText(intl: IntlShape, mediaType: string): string {
  const text = fileTypeText(intl, mediaType)
  return mediaType in documents ? inText(text, intl.locale) : text
}
