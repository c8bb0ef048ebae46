/**
 * Browsers and systems by what they say of themselves; the first that fits. Edge and Opera also say that they
 * are Chrome, and all say Safari.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const

/**
 * A browser's word about itself in short: `Firefox, Windows`; its first word where nothing in it is known.
 */
export function browserName(agent: string): string {
  const known = [browsers, systems].flatMap(
    (names) => names.find(([sign]) => agent.includes(sign))?.[1] ?? [],
  )
  return known.length > 0 ? known.join(', ') : (agent.split(/[\s/]/)[0] ?? '')
}
