import sharp from 'sharp'

/** Discs and beams that another number places elsewhere. */
export async function drawScene(number: number): Promise<Buffer> {
  let state = number * 7919
  const random = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * most)
  }
  const colour = () => `hsl(${random(360)} ${30 + random(50)}% ${20 + random(60)}%)`
  const shapes = Array.from({ length: 16 }, (_one, at) =>
    at % 2 === 0
      ? `<ellipse cx="${random(900)}" cy="${random(600)}" rx="${40 + random(180)}" ry="${30 + random(150)}" fill="${colour()}"/>`
      : `<rect x="${random(900)}" y="${random(600)}" width="${20 + random(220)}" height="${20 + random(150)}" fill="${colour()}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="${colour()}"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
}
