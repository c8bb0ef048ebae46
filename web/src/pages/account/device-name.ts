const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[^]*Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * A client as people name it: `Firefox 140 · Windows`. What is no known browser says what it called itself;
 * empty where it said nothing.
 */
export function deviceName(agent: string): string {
  const browser = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(agent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  if (browser === undefined) return agent.split(/[\s(]/)[0]?.slice(0, 60) ?? ''
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1]
  return system === undefined ? browser : `${browser} · ${system}`
}

/** Whether a client lies in a hand. */
export function isPhone(agent: string): boolean {
  return /iPhone|Android|Mobile/.test(agent)
}
