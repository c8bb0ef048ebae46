import sharp from 'sharp'
import { fitInto, type Picture } from './picture.ts'
import { mediaTypeOf, type Nature } from './media-types.ts'
import { escapeXml } from './watermark.ts'

const colours: Record<Nature, string> = {
  IMAGE: '#4c5fd5',
  VIDEO: '#b4457a',
  AUDIO: '#2f8f83',
  DOCUMENT: '#3f6fb5',
  OTHER: '#6b7280',
}

// Drawn within 120 × 120 around 0, 0.
const marks: Record<Nature, string> = {
  IMAGE: '<path d="M-44 34L-12 -8L8 16L22 2L44 34Z"/><circle cx="22" cy="-26" r="10"/>',
  VIDEO: '<path d="M-22 -34L36 0L-22 34Z"/>',
  AUDIO:
    '<path d="M-46 -8h10v16h-10zM-28 -26h10v52h-10zM-10 -40h10v80h-10zM8 -20h10v40h-10zM26 -32h10v64h-10z"/>',
  DOCUMENT: '<path d="M-38 -30h76v9h-76zM-38 -10h76v9h-76zM-38 10h76v9h-76zM-38 30h46v9h-46z"/>',
  OTHER: '<path d="M0 -40L40 -20V22L0 42L-40 22V-20Z"/>',
}

/**
 * The card that stands for a file whose content cannot be shown: a sheet with the colour and mark of its
 * nature, its kind as a word, on a dark ground that suits light and dark pages. 640 × 480 in full; the word
 * is left out on a machine without any font.
 * @param extension without dot; the media type's usual one where it is empty
 */
export function drawPlaceholder(nature: Nature, mediaType: string, extension = ''): Picture {
  const type = mediaTypeOf(mediaType)
  const word = (extension || type.extensions[0] || type.nature).toUpperCase().slice(0, 6)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480">
<rect width="640" height="480" fill="#26272e"/>
<g transform="translate(6 -6)"><path d="M212 60h156l60 60v288a12 12 0 0 1-12 12H212a12 12 0 0 1-12-12V72a12 12 0 0 1 12-12z" fill="#fff"/>
<path d="M368 60l60 60h-48a12 12 0 0 1-12-12z" fill="#cfcfd6"/>
<g transform="translate(314 212) scale(1.2)" fill="${colours[nature]}">${marks[nature]}</g>
<rect x="200" y="318" width="228" height="66" fill="${colours[nature]}"/>
<text x="314" y="365" text-anchor="middle" font-family="Inter, DejaVu Sans, Liberation Sans, Arial, sans-serif" font-weight="700" font-size="40" fill="#fff">${escapeXml(word)}</text></g></svg>`
  return {
    widthPx: 640,
    heightPx: 480,
    orientation: 1,
    colorspace: null,
    pages: null,
    derived: true,
    open: async (boxPx) => fitInto(sharp(Buffer.from(svg), { density: 72 }), boxPx),
  }
}
