import sharp, { type OverlayOptions } from 'sharp'

/** Text of a watermark where none is set. */
export const defaultWatermarkText = 'PREVIEW'

/**
 * The watermark of a picture as one layer to be composed over it: a lattice of diagonals with the text along
 * them, each stroke dark and light at once, so that it shows on every ground. The lattice has a crossing in
 * each quarter of the shorter side, so that no useful piece can be cut out clean, and it is drawn from lines:
 * a machine without a font marks its pictures too.
 * @param widthPx of the picture that is marked
 * @param text any; made safe here, cut after 40 characters
 */
export async function watermarkLayer(
  widthPx: number,
  heightPx: number,
  text: string,
): Promise<OverlayOptions> {
  const shorterPx = Math.min(widthPx, heightPx)
  const tilePx = Math.max(1, Math.round(shorterPx / 2))
  const tile = await sharp(Buffer.from(watermarkTile(text, tilePx)), { density: 72 })
    .resize(tilePx, tilePx, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { input: tile, tile: true, gravity: 'northwest', blend: 'over' }
}

/**
 * The watermark as a picture of its own, transparent but for its strokes: what ffmpeg lays over films.
 * @returns PNG of exactly the size asked
 */
export async function watermarkPicture(widthPx: number, heightPx: number, text: string): Promise<Buffer> {
  return sharp({
    create: { width: widthPx, height: heightPx, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([await watermarkLayer(widthPx, heightPx, text)])
    .png()
    .toBuffer()
}

const tileUnits = 400

function watermarkTile(text: string, tilePx: number): string {
  const label = escapeXml(text.trim().slice(0, 40) || defaultWatermarkText)
  // Diagonals of both directions, half a tile apart: each of the 4 × 4 cells of a tile is crossed, and tiles
  // join without a seam.
  const lines = 'M0 0L400 400M0 400L400 0M200 0L400 200M0 200L200 400M200 0L0 200M400 200L200 400'
  // A line thinner than a pixel and a half fades into the picture.
  const stroke = Math.min(tileUnits / 4, Math.max(4, (1.5 * tileUnits) / tilePx))
  const fontSize = Math.max(12, Math.min(64, 430 / Math.max(6, label.length)))
  const words = (x: number, y: number, colour: string, opacity: number) =>
    `<text transform="translate(${x} ${y}) rotate(-45)" text-anchor="middle" dominant-baseline="middle" font-family="Inter, DejaVu Sans, Liberation Sans, Arial, sans-serif" font-weight="700" font-size="${fontSize}" fill="${colour}" fill-opacity="${opacity}">${label}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${tileUnits}" height="${tileUnits}" viewBox="0 0 ${tileUnits} ${tileUnits}">
<path d="${lines}" transform="translate(${stroke * 0.6} ${stroke * 0.6})" stroke="#000" stroke-opacity=".4" stroke-width="${stroke}" fill="none"/>
<path d="${lines}" stroke="#fff" stroke-opacity=".55" stroke-width="${stroke}" fill="none"/>
${words(203, 203, '#000', 0.5)}${words(200, 200, '#fff', 0.75)}</svg>`
}

/** Text made safe for XML: what has a meaning there is escaped, what may not stand there is left out. */
export function escapeXml(text: string): string {
  const escapes: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters may not stand in XML
      .replace(/[\u0000-\u001F\u007F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => escapes[character] ?? '')
  )
}
