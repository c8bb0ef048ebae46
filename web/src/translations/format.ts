import type { IntlShape } from 'react-intl'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes with the unit that reads best, in steps of 1000: `1.2 MB`, in French `1,2 Mo`. */
export function formatBytes(intl: Pick<IntlShape, 'formatNumber'>, sizeBytes: number): string {
  const step = Math.min(units.length - 1, sizeBytes < 1000 ? 0 : Math.floor(Math.log10(sizeBytes) / 3))
  return intl.formatNumber(sizeBytes / 1000 ** step, { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits: step > 1 ? 1 : 0 })
}

/** Seconds as a clock: `0:07`, `12:30`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
