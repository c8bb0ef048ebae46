import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Photographs that differ, with the noise of a sensor over a gradient, some 3 MB each. */
export async function drawPhotographs(folder: string, count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const noise = await sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 22 },
    },
  })
    .png()
    .toBuffer()
  const base = await sharp(noise)
    .resize(4000, 3000, { kernel: 'nearest' })
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const paths: string[] = []
  for (let n = 0; n < count; n++) {
    const path = join(folder, `IMG_${String(n).padStart(4, '0')}.jpg`)
    const hue = `hsl(${(n * 37) % 360} 60% 50%)`
    const veil = Buffer.from(
      `<svg width="4000" height="3000"><rect width="4000" height="3000" fill="${hue}" opacity="0.35"/><circle cx="${(n * 173) % 4000}" cy="${(n * 97) % 3000}" r="600" fill="#fff" opacity="0.5"/></svg>`,
    )
    await sharp(base.data, { raw: base.info })
      .composite([{ input: veil }])
      .withExif({ IFD0: { Artist: `Photographer ${n}`, Make: 'Bench', Model: 'Twelve' } })
      .jpeg({ quality: 88 })
      .toFile(path)
    paths.push(path)
  }
  return paths
}

/** A picture of 12 megapixels of noise at a path, which it answers. */
export async function drawNoise(path: string): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#456', noise } })
    .jpeg()
    .toFile(path)
  return path
}
