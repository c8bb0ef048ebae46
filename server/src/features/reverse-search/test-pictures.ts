import sharp, { type Sharp } from 'sharp'

/** A picture that differs from every other by its number: discs and beams on a slope of colour. */
export async function sceneOf(number: number, width = 900, height = 600): Promise<Buffer> {
  let state = (number * 2_654_435_761 + 12_345) % 2_147_483_647
  const random = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * most)
  }
  const colour = () => `rgb(${random(256)},${random(256)},${random(256)})`
  const shapes = Array.from({ length: 14 }, (_one, at) =>
    at % 2 === 0
      ? `<ellipse cx="${random(width)}" cy="${random(height)}" rx="${40 + random(width / 5)}" ry="${30 + random(height / 4)}" fill="${colour()}"/>`
      : `<rect x="${random(width)}" y="${random(height)}" width="${20 + random(width / 4)}" height="${20 + random(height / 4)}" transform="rotate(${random(40)})" fill="${colour()}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

type Change = (picture: Sharp, size: { width: number; height: number }) => Sharp

const cut =
  (left: number, top: number, width: number, height: number): Change =>
  (picture, size) =>
    picture.extract({
      left: Math.round(left * size.width),
      top: Math.round(top * size.height),
      width: Math.round(width * size.width),
      height: Math.round(height * size.height),
    })

/** How a picture may be changed by whoever uses it. */
export const changes: Readonly<Record<string, Change>> = {
  'made smaller': (picture) => picture.resize(200, 200, { fit: 'inside' }),
  'compressed to quality 30': (picture) => picture.jpeg({ quality: 30 }),
  grey: (picture) => picture.greyscale(),
  mirrored: (picture) => picture.flop(),
  brighter: (picture) => picture.modulate({ brightness: 1.25, saturation: 1.3 }),
  'cut by a fifth in the middle': cut(0.1, 0.1, 0.8, 0.8),
  'cut by a fifth in a corner': cut(0, 0.2, 0.8, 0.8),
  'cut by a fifth at a side': cut(0.2, 0, 0.8, 1),
  'cut by a fifth anywhere': cut(0.06, 0.13, 0.8, 0.8),
  'cut by a tenth anywhere': cut(0.03, 0.08, 0.9, 0.9),
  'under a text': (picture, { width, height }) =>
    picture.composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect y="${height * 0.8}" width="${width}" height="${height * 0.14}" opacity="0.6"/><rect x="${width * 0.2}" y="${height * 0.84}" width="${width * 0.6}" height="${height * 0.06}" fill="#fff"/></svg>`,
        ),
      },
    ]),
}

/** A picture after one of {@link changes}, as JPEG. */
export async function changed(picture: Buffer, change: Change): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  return change(sharp(picture), { width, height }).jpeg().toBuffer()
}
