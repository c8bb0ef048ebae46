// Alone: the whole contract would take 52 MB more of each decoder (2026-11).
import { readingOf } from '@cartouche/contract/reading'

/** What a file is by its content, in the words of `dam/data/assetnature`. */
export type Nature = 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'OTHER'

/** One kind of file that Cartouche knows by name. */
export interface MediaType {
  mediaType: string
  nature: Nature
  /** In plain English, to be read in a message: `JPEG picture`. */
  label: string
  /** Extensions that files of this kind honestly carry, the usual one first. */
  extensions: string[]
}

const rows: [mediaType: string, nature: Nature, label: string, extensions: string][] = [
  ['image/jpeg', 'IMAGE', 'JPEG picture', 'jpg jpeg jpe jfif'],
  ['image/png', 'IMAGE', 'PNG picture', 'png'],
  ['image/apng', 'IMAGE', 'animated PNG picture', 'png apng'],
  ['image/gif', 'IMAGE', 'GIF picture', 'gif'],
  ['image/webp', 'IMAGE', 'WebP picture', 'webp'],
  ['image/avif', 'IMAGE', 'AVIF picture', 'avif avifs'],
  ['image/heic', 'IMAGE', 'HEIC picture', 'heic heif hif'],
  ['image/heif', 'IMAGE', 'HEIF picture', 'heif heic hif'],
  ['image/heic-sequence', 'IMAGE', 'HEIC sequence', 'heic heif'],
  ['image/heif-sequence', 'IMAGE', 'HEIF sequence', 'heif heic'],
  ['image/tiff', 'IMAGE', 'TIFF picture', 'tif tiff'],
  ['image/svg+xml', 'IMAGE', 'SVG drawing', 'svg'],
  ['image/vnd.adobe.photoshop', 'IMAGE', 'Photoshop file', 'psd psb'],
  ['image/x-adobe-dng', 'IMAGE', 'DNG raw photograph', 'dng'],
  ['image/x-canon-cr2', 'IMAGE', 'Canon raw photograph', 'cr2'],
  ['image/x-canon-cr3', 'IMAGE', 'Canon raw photograph', 'cr3'],
  ['image/x-nikon-nef', 'IMAGE', 'Nikon raw photograph', 'nef nrw'],
  ['image/x-sony-arw', 'IMAGE', 'Sony raw photograph', 'arw'],
  ['image/x-fujifilm-raf', 'IMAGE', 'Fujifilm raw photograph', 'raf'],
  ['image/x-olympus-orf', 'IMAGE', 'Olympus raw photograph', 'orf'],
  ['image/x-panasonic-rw2', 'IMAGE', 'Panasonic raw photograph', 'rw2'],
  ['image/x-canon-crw', 'IMAGE', 'Canon raw photograph', 'crw'],
  ['image/x-minolta-mrw', 'IMAGE', 'Minolta raw photograph', 'mrw'],
  ['image/x-sigma-x3f', 'IMAGE', 'Sigma raw photograph', 'x3f'],
  ['image/x-tga', 'IMAGE', 'Targa picture', 'tga targa vda icb vst'],
  ['image/x-exr', 'IMAGE', 'OpenEXR picture', 'exr'],
  ['image/vnd.radiance', 'IMAGE', 'Radiance HDR picture', 'hdr rgbe'],
  ['image/vnd.ms-dds', 'IMAGE', 'DirectDraw surface', 'dds'],
  ['image/x-portable-bitmap', 'IMAGE', 'PBM picture', 'pbm pnm'],
  ['image/x-portable-graymap', 'IMAGE', 'PGM picture', 'pgm pnm'],
  ['image/x-portable-pixmap', 'IMAGE', 'PPM picture', 'ppm pnm'],
  ['image/x-portable-arbitrarymap', 'IMAGE', 'PAM picture', 'pam pnm'],
  ['image/x-pcx', 'IMAGE', 'PCX picture', 'pcx'],
  ['image/qoi', 'IMAGE', 'QOI picture', 'qoi'],
  ['image/x-xcf', 'IMAGE', 'GIMP picture', 'xcf'],
  ['image/j2c', 'IMAGE', 'JPEG 2000 codestream', 'j2k j2c jpc jp2'],
  ['image/jxl', 'IMAGE', 'JPEG XL picture', 'jxl'],
  ['image/jp2', 'IMAGE', 'JPEG 2000 picture', 'jp2 j2k jpx'],
  ['image/bmp', 'IMAGE', 'BMP picture', 'bmp dib'],
  ['image/x-icon', 'IMAGE', 'icon', 'ico'],
  ['image/icns', 'IMAGE', 'Apple icon', 'icns'],
  ['audio/x-m4a', 'AUDIO', 'M4A audio', 'm4a m4b'],
  ['video/mp4', 'VIDEO', 'MP4 video', 'mp4 m4v mov m4a m4b'],
  ['video/quicktime', 'VIDEO', 'QuickTime video', 'mov qt mp4'],
  ['video/x-m4v', 'VIDEO', 'M4V video', 'm4v mp4'],
  ['video/3gpp', 'VIDEO', '3GP video', '3gp 3gpp mp4 m4a'],
  ['video/3gpp2', 'VIDEO', '3G2 video', '3g2 mp4'],
  ['video/webm', 'VIDEO', 'WebM video', 'webm mkv weba'],
  ['video/matroska', 'VIDEO', 'Matroska video', 'mkv mka mks webm'],
  ['video/vnd.avi', 'VIDEO', 'AVI video', 'avi'],
  ['video/x-ms-asf', 'VIDEO', 'Windows Media video', 'wmv asf wma'],
  ['video/mpeg', 'VIDEO', 'MPEG video', 'mpg mpeg vob m2v'],
  ['video/mp2t', 'VIDEO', 'MPEG transport stream', 'ts mts m2ts'],
  ['video/x-flv', 'VIDEO', 'Flash video', 'flv'],
  ['video/ogg', 'VIDEO', 'Ogg video', 'ogv ogg ogx'],
  ['application/mxf', 'VIDEO', 'MXF video', 'mxf'],
  ['audio/mpeg', 'AUDIO', 'MP3 audio', 'mp3 mp2 mp1'],
  ['audio/mp4', 'AUDIO', 'MP4 audio', 'm4a mp4 m4b f4a'],
  ['audio/aac', 'AUDIO', 'AAC audio', 'aac'],
  ['audio/wav', 'AUDIO', 'WAV audio', 'wav wave'],
  ['audio/aiff', 'AUDIO', 'AIFF audio', 'aif aiff aifc'],
  ['audio/flac', 'AUDIO', 'FLAC audio', 'flac'],
  ['audio/ogg', 'AUDIO', 'Ogg audio', 'ogg oga spx opus'],
  ['audio/x-ms-asf', 'AUDIO', 'Windows Media audio', 'wma asf'],
  ['audio/amr', 'AUDIO', 'AMR audio', 'amr'],
  ['audio/midi', 'AUDIO', 'MIDI score', 'mid midi'],
  ['application/pdf', 'DOCUMENT', 'PDF document', 'pdf ai'],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'DOCUMENT',
    'Word document',
    'docx docm dotx',
  ],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'DOCUMENT',
    'Excel workbook',
    'xlsx xlsm xltx',
  ],
  [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'DOCUMENT',
    'PowerPoint presentation',
    'pptx pptm ppsx potx',
  ],
  ['application/vnd.ms-word.document.macroenabled.12', 'DOCUMENT', 'Word document with macros', 'docm'],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'DOCUMENT', 'Excel workbook with macros', 'xlsm'],
  [
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'DOCUMENT',
    'PowerPoint presentation with macros',
    'pptm',
  ],
  ['application/msword', 'DOCUMENT', 'Word 97 document', 'doc dot'],
  ['application/vnd.ms-excel', 'DOCUMENT', 'Excel 97 workbook', 'xls xlt'],
  ['application/vnd.ms-powerpoint', 'DOCUMENT', 'PowerPoint 97 presentation', 'ppt pps pot'],
  ['application/vnd.oasis.opendocument.text', 'DOCUMENT', 'OpenDocument text', 'odt ott'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'DOCUMENT', 'OpenDocument spreadsheet', 'ods ots'],
  ['application/vnd.oasis.opendocument.presentation', 'DOCUMENT', 'OpenDocument presentation', 'odp otp'],
  ['application/vnd.oasis.opendocument.graphics', 'DOCUMENT', 'OpenDocument drawing', 'odg otg'],
  ['application/epub+zip', 'DOCUMENT', 'EPUB book', 'epub'],
  ['application/rtf', 'DOCUMENT', 'RTF document', 'rtf doc'],
  ['application/postscript', 'DOCUMENT', 'PostScript document', 'ps ai'],
  ['application/eps', 'DOCUMENT', 'EPS drawing', 'eps ai ps'],
  ['application/x-indesign', 'DOCUMENT', 'InDesign document', 'indd'],
  // Some endings are those of code and translations, too: TypeScript, graphs, gettext.
  ['text/plain', 'DOCUMENT', 'plain text', 'txt text log md ts mts dot pot'],
  ['text/markdown', 'DOCUMENT', 'Markdown text', 'md markdown'],
  ['text/csv', 'DOCUMENT', 'CSV table', 'csv'],
  ['text/tab-separated-values', 'DOCUMENT', 'TSV table', 'tsv'],
  ['text/vtt', 'DOCUMENT', 'WebVTT subtitles', 'vtt'],
  ['application/x-subrip', 'DOCUMENT', 'SRT subtitles', 'srt'],
  ['application/json', 'DOCUMENT', 'JSON data', 'json geojson'],
  ['application/xml', 'DOCUMENT', 'XML data', 'xml xmp gpx kml xsd xsl'],
  ['text/html', 'DOCUMENT', 'web page', 'html htm xhtml'],
  ['application/zip', 'OTHER', 'ZIP archive', 'zip'],
  ['application/gzip', 'OTHER', 'GZIP archive', 'gz tgz'],
  ['application/x-7z-compressed', 'OTHER', '7-Zip archive', '7z'],
  ['application/x-rar-compressed', 'OTHER', 'RAR archive', 'rar'],
  ['application/x-tar', 'OTHER', 'TAR archive', 'tar'],
  ['application/x-msdownload', 'OTHER', 'Windows program', 'exe dll'],
  ['application/x-elf', 'OTHER', 'Linux program', 'elf'],
  ['application/x-cfb', 'OTHER', 'Microsoft compound file', 'cfb'],
  ['font/ttf', 'OTHER', 'TrueType font', 'ttf'],
  ['font/otf', 'OTHER', 'OpenType font', 'otf'],
  ['font/woff', 'OTHER', 'web font', 'woff'],
  ['font/woff2', 'OTHER', 'web font', 'woff2'],
]

const known: MediaType[] = rows.map(([mediaType, nature, label, extensions]) => ({
  mediaType,
  nature,
  label,
  extensions: extensions.split(' '),
}))
const byMediaType = new Map(known.map((type) => [type.mediaType, type]))
const byExtension = new Map<string, MediaType>()
for (const type of known) {
  for (const extension of type.extensions) if (!byExtension.has(extension)) byExtension.set(extension, type)
}

const aliases: Record<string, string> = {
  'text/xml': 'application/xml',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-aiff': 'audio/aiff',
  'video/x-msvideo': 'video/vnd.avi',
  'video/x-matroska': 'video/matroska',
  'video/matroska-3d': 'video/matroska',
  'audio/matroska': 'video/matroska',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/vnd.rar': 'application/x-rar-compressed',
  'image/jpx': 'image/jp2',
  'image/jpm': 'image/jp2',
  'image/mj2': 'image/jp2',
  'application/x-compressed': 'application/gzip',
  'application/x-compressed-tar': 'application/gzip',
}

/**
 * The kind of file behind a media type; unknown ones get their nature from the part before the slash and the
 * media type as label.
 * @param mediaType with or without parameters, aliases of old accepted
 */
export function mediaTypeOf(mediaType: string): MediaType {
  const name = aliases[mediaType] ?? mediaType.split(';')[0]?.trim() ?? mediaType
  const type = byMediaType.get(aliases[name] ?? name)
  if (type) return type
  const natures: Record<string, Nature> = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', text: 'DOCUMENT' }
  return {
    mediaType: name,
    nature: natures[name.split('/')[0] ?? ''] ?? 'OTHER',
    label: `${name} file`,
    extensions: [],
  }
}

/**
 * The kind of file that an extension (lower case, no dot) promises, or undefined for one that promises
 * nothing known.
 */
export function mediaTypeOfExtension(extension: string): MediaType | undefined {
  return byExtension.get(extension)
}

/** Whether files of this media type are raw photographs, shown by the preview that the camera put inside. */
export function isRawPhotograph(mediaType: string): boolean {
  return /^image\/x-(adobe-dng|canon|nikon|sony|fujifilm|olympus|panasonic|minolta|sigma)/.test(mediaType)
}

/**
 * Whether files of this media type are pages that only their own program draws, shown by the preview that it
 * put inside.
 */
export function hasEmbeddedPreview(mediaType: string): boolean {
  return /^application\/(postscript|eps|x-indesign)$/.test(mediaType)
}

/** Whether LibreOffice can turn files of this media type into pages. */
export function isOfficeDocument(mediaType: string): boolean {
  return mediaType !== 'application/pdf' && readingOf(mediaType) === 'pages'
}

/** Whether the text of an Office document can be read from its own parts. */
export function hasOwnText(mediaType: string): boolean {
  return /openxmlformats-officedocument|ms-(?:word|excel|powerpoint)\..*macroenabled|oasis\.opendocument/i.test(
    mediaType,
  )
}
