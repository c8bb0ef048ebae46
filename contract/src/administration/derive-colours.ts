/**
 * The colours of an application, from one: ten shades from light to dark, and grounds with the text on them
 * in both schemes.
 */
export interface BrandColours {
  readonly shades: readonly string[]
  readonly light: { readonly ground: string; readonly text: string }
  readonly dark: { readonly ground: string; readonly text: string }
}

/** OKLCH: lightness and chroma from 0, hue in radians. */
interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

/**
 * Lightness of each light shade, and its chroma as a part of the colour's own.
 * @source the product's own accent, measured
 */
const steps = [
  [0.956, 0.09],
  [0.908, 0.18],
  [0.81, 0.38],
  [0.711, 0.6],
  [0.635, 0.77],
  [0.564, 0.92],
] as const
/** WCAG 2 AA for text. */
const leastContrast = 4.5
const white = '#ffffff'
const darkGround = '#161616'
/**
 * Shades with white text on them, as steps from the lightness of the colour: buttons in the dark, in the
 * light, and what is pressed.
 */
const filled = [0.06, 0, -0.06, -0.12] as const
/** Buttons stand out from the dark ground, and are no white on white. */
const [darkest, lightest, darkestInTheDark] = [0.3, 0.75, 0.5]

/**
 * Derives readable colours from any brand colour: white on what is filled and text on its ground
 * have a contrast of 4.5 or more, in the light and in the dark.
 * @param colour as `#rrggbb`
 * @source decision 0071
 */
export function deriveColours(colour: string): BrandColours {
  const { l: lightness, c, h } = toOklch(colour)
  const own = Math.min(lightest, Math.max(darkest, lightness))
  const pale = steps.map(([l, part]) => toHex({ l, c: c * part, h }))
  // The two darkest are also written on the paler ones, as initials on an avatar are.
  const against = [white, white, pale[1] ?? white, pale[2] ?? white]
  const shades = [
    ...pale,
    ...filled.map((step, index) =>
      darkenFor(
        { l: index === 0 ? Math.max(darkestInTheDark, own + step) : own + step, c, h },
        against[index] ?? white,
      ),
    ),
  ]
  const light = toHex({ l: 0.945, c: c * 0.11, h })
  const dark = toHex({ l: 0.302, c: c * 0.4, h })
  return {
    shades,
    light: { ground: light, text: darkenFor({ l: own, c, h }, light) },
    dark: { ground: dark, text: lightenFor({ l: 0.785, c: c * 0.5, h }, [dark, darkGround]) },
  }
}

/** The contrast of two colours, 1 to 21. @source WCAG 2.2 */
export function contrastOf(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function darkenFor(colour: Oklch, against: string): string {
  const hex = toHex(colour)
  return contrastOf(hex, against) >= leastContrast || colour.l <= 0
    ? hex
    : darkenFor({ ...colour, l: colour.l - 0.01 }, against)
}

function lightenFor(colour: Oklch, against: readonly string[]): string {
  const hex = toHex(colour)
  return against.every((ground) => contrastOf(hex, ground) >= leastContrast) || colour.l >= 1
    ? hex
    : lightenFor({ ...colour, l: colour.l + 0.01 }, against)
}

function luminanceOf(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linearOf(hex: string): [number, number, number] {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** @source Björn Ottosson, "A perceptual color space for image processing" */
function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

/** What no screen shows loses chroma until one does. */
function toHex(colour: Oklch): string {
  const { l, c, h } = colour
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const rgb = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
  if (c > 0.001 && rgb.some((value) => value < -0.0005 || value > 1.0005)) return toHex({ l, c: c * 0.95, h })
  return `#${rgb
    .map((value) =>
      Math.round(255 * encode(Math.min(1, Math.max(0, value))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function encode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
}
