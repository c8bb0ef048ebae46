import type { IntlShape } from 'react-intl'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes with the unit that reads best, in steps of 1000: `1.2 MB`, in French `1,2 Mo`. */
export function formatBytes(intl: Pick<IntlShape, 'formatNumber'>, sizeBytes: number): string {
  return formatIn(intl, sizeBytes, 1)
}

/** The most that something may have, in whole units: nobody needs to know a limit better than `10 GB`. */
export function formatLimit(intl: Pick<IntlShape, 'formatNumber'>, sizeBytes: number): string {
  return formatIn(intl, sizeBytes, 0)
}

function formatIn(intl: Pick<IntlShape, 'formatNumber'>, sizeBytes: number, digits: number): string {
  const step = Math.min(units.length - 1, sizeBytes < 1000 ? 0 : Math.floor(Math.log10(sizeBytes) / 3))
  const value = sizeBytes / 1000 ** step
  const text = intl.formatNumber(digits === 0 ? Math.floor(value) : value, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? digits : 0,
  })
  // A number and its unit stay in one line. The narrow space of French all but vanishes in this font.
  return text.replace(/[ \u202F](?=\D+$)/, '\u00A0')
}

/** The largest side of a ratio that is read as it is: `21:9`. */
const maxRatioSide = 32

/** A ratio as people know it: `1080:1350` is `4:5`, `1200:627` is `1.91:1`. */
export function ratioText(intl: Pick<IntlShape, 'formatNumber'>, ratio: string): string {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  if (width <= maxRatioSide && height <= maxRatioSide) return ratio
  for (let side = 1; side <= maxRatioSide; side += 1) {
    const other = (side * height) / width
    if (Number.isInteger(other) && other <= maxRatioSide) return `${side}:${other}`
  }
  return `${intl.formatNumber(width / height, { maximumFractionDigits: 2 })}:1`
}

/** Seconds as a clock: `0:07`, `12:30`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

const agoUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago an instant was: `just now`, `5 minutes ago`, `yesterday`; older than a week its date. */
export function formatAgo(
  intl: Pick<IntlShape, 'formatMessage' | 'formatRelativeTime' | 'formatDate'>,
  instant: string,
  now: number = Date.now(),
): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const step = agoUnits.find(([, length]) => Math.abs(seconds) >= length)
  if (step === undefined) return intl.formatMessage({ id: 'time.justNow' })
  const [unit, size] = step
  if (unit === 'day' && Math.abs(seconds) > 7 * size) return intl.formatDate(instant, { dateStyle: 'medium' })
  return intl.formatRelativeTime(Math.round(seconds / size), unit, { numeric: 'auto' })
}
