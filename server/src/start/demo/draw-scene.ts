import sharp from 'sharp'
import type { Scene, SceneKind } from './demo-scenes.ts'

type Colour = readonly [hue: number, saturation: number, lightness: number]

const hues: Readonly<Record<SceneKind, number>> = {
  sea: 205,
  mountains: 222,
  dunes: 32,
  city: 230,
  forest: 150,
  field: 58,
}

/**
 * Draws a scene as an SVG picture: a sky by the hour, a sun or moon, and layers of land. The same scene is
 * the same picture.
 */
export function drawScene(scene: Scene): string {
  const { width, height, light } = scene
  const random = seeded(scene.title)
  const day = Math.max(0, Math.sin(((light - 5) / 16) * Math.PI))
  const warm =
    light > 4 && light < 9
      ? 1 - Math.abs(light - 6.5) / 3
      : light > 16 && light < 22
        ? 1 - Math.abs(light - 19.5) / 3
        : 0
  const sky = [
    css([222 - 180 * Math.max(0, warm) * 0.05, 45, 12 + 50 * day]),
    css([warm > 0 ? 22 : 205, 55 + 30 * warm, 22 + 58 * day + 8 * warm]),
  ]
  const sun = { x: width * (0.2 + 0.6 * random()), y: height * (0.62 - 0.42 * day), r: height * 0.045 }
  const layers = Array.from({ length: 6 }, (_, depth) => layer(scene, depth / 5, random, day, warm)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="0.75" stop-color="${sky[1]}"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity="${0.9 - 0.4 * day}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#sky)"/>${light > 21 || light < 5 ? stars(scene, random) : ''}
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r * 6}" fill="url(#glow)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="${day > 0.05 ? '#fff6df' : '#e9edf5'}"/>${layers}</svg>`
}

function layer(scene: Scene, depth: number, random: () => number, day: number, warm: number): string {
  const { width, height, kind } = scene
  const base = height * (kind === 'sea' ? 0.62 + 0.36 * depth : 0.42 + 0.5 * depth)
  const points = outline(kind, width, base, height * (0.16 - 0.09 * depth), random)
  const colour = css([
    hues[kind] + (warm > 0 ? -12 * warm : 0),
    22 + 28 * depth,
    Math.max(5, (62 - 48 * depth) * (0.3 + 0.7 * day)),
  ])
  return `<path d="M0 ${height} L${points.map(([x, y]) => `${x.toFixed(0)} ${y.toFixed(0)}`).join(' L')} L${width} ${height} Z" fill="${colour}"/>`
}

function outline(
  kind: SceneKind,
  width: number,
  base: number,
  rise: number,
  random: () => number,
): [number, number][] {
  if (kind === 'city') return towers(width, base, rise * 1.8, random)
  if (kind === 'forest') return trees(width, base, rise * 1.3, random)
  const waves = Array.from({ length: kind === 'mountains' ? 7 : 4 }, (_, n) => ({
    length: (n + 1) * (0.8 + random()),
    shift: random() * 7,
    size: 1 / (n + 1.5),
  }))
  const flat = kind === 'sea' ? 0.07 : kind === 'field' ? 0.3 : 1
  return Array.from({ length: 121 }, (_, step) => {
    const x = step / 120
    const wave = waves.reduce(
      (sum, { length, shift, size }) =>
        sum +
        size *
          (kind === 'mountains'
            ? Math.abs(Math.sin(x * length * 3 + shift))
            : Math.sin(x * length * 3 + shift)),
      0,
    )
    return [x * width, base - wave * rise * flat]
  })
}

function towers(width: number, base: number, rise: number, random: () => number): [number, number][] {
  const points: [number, number][] = []
  for (let x = 0; x < width;) {
    const next = x + width * (0.02 + 0.05 * random())
    const y = base - rise * random()
    points.push([x, y], [next, y])
    x = next
  }
  return points
}

function trees(width: number, base: number, rise: number, random: () => number): [number, number][] {
  const points: [number, number][] = []
  for (let x = 0; x < width; x += width * (0.012 + 0.01 * random()))
    points.push([x, base], [x + width * 0.008, base - rise * (0.5 + random())], [x + width * 0.016, base])
  return points
}

function stars({ width, height }: Scene, random: () => number): string {
  return Array.from(
    { length: 160 },
    () =>
      `<circle cx="${(random() * width).toFixed(0)}" cy="${(random() * height * 0.6).toFixed(0)}" r="${(1 + random() * 2).toFixed(1)}" fill="#fff" opacity="${(0.2 + random() * 0.7).toFixed(2)}"/>`,
  ).join('')
}

const css = ([hue, saturation, lightness]: Colour): string =>
  `hsl(${hue.toFixed(0)} ${saturation.toFixed(0)}% ${Math.min(96, lightness).toFixed(0)}%)`

function seeded(text: string): () => number {
  let state =
    Array.from(text).reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
      2_166_136_261,
    ) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Writes a scene as a JPEG with its description inside, as a photographer's software would leave it. */
export async function writeScene(scene: Scene, path: string): Promise<void> {
  await sharp(Buffer.from(drawScene(scene)))
    .withXmp(xmpOf(scene))
    .withExifMerge({
      IFD0: {
        Artist: scene.creator,
        Copyright: `© ${scene.creator}`,
        Make: 'Cartouche',
        Model: 'Demonstration',
      },
      IFD2: { DateTimeOriginal: exifTime(scene.takenAt), OffsetTimeOriginal: '+00:00' },
    })
    .jpeg({ quality: 82 })
    .toFile(path)
}

const exifTime = (instant: string): string => instant.slice(0, 19).replaceAll('-', ':').replace('T', ' ')

function xmpOf(scene: Scene): string {
  const item = (text: string): string => `<rdf:li>${escape(text)}</rdf:li>`
  const alt = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escape(text)}</rdf:li></rdf:Alt>`
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">
<dc:title>${alt(scene.title)}</dc:title><dc:description>${alt(scene.description)}</dc:description><dc:creator><rdf:Seq>${item(scene.creator)}</rdf:Seq></dc:creator>
<dc:subject><rdf:Bag>${scene.keywords.map(item).join('')}</rdf:Bag></dc:subject><photoshop:City>${escape(scene.city)}</photoshop:City><photoshop:Country>${escape(scene.country)}</photoshop:Country>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
