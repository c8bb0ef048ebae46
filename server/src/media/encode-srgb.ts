const steps = 4095

/** The bytes of sRGB for light from 0 to 1. @source IEC 61966-2-1 */
const table = Uint8Array.from({ length: steps + 1 }, (_, index) => {
  const light = index / steps
  return Math.round(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
})

/** Linear light, 0 black to 1 white, as a byte of sRGB; what is brighter than white is cut. */
export function encodeSrgb(light: number): number {
  return table[light >= 1 ? steps : light > 0 ? Math.round(light * steps) : 0] ?? 0
}
