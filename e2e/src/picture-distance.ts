import sharp from 'sharp'

const sidePx = 24

/**
 * How far two pictures are apart: the mean difference of their pixels, 0 to 255, each scaled to 24 × 24
 * first.
 */
export async function pictureDistance(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([shrink(one), shrink(other)])
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

function shrink(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(sidePx, sidePx, { fit: 'fill' })
    .raw()
    .toBuffer()
}
