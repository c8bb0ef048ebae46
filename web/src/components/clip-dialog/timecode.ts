const form = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/

/** Milliseconds as `0:01:10.5`: hours, minutes, seconds with one decimal at least and three at most. */
export function formatTimecode(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const rest = String(whole % 1000)
    .padStart(3, '0')
    .replace(/0{1,2}$/, '')
  return `${Math.floor(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}.${rest}`
}

/** Milliseconds of `0:01:10.5`, `1:10,5` or `70.5`; undefined for anything else. */
export function parseTimecode(text: string): number | undefined {
  const [found, hours, minutes, seconds = '', rest = ''] = form.exec(text.trim()) ?? []
  if (found === undefined) return undefined
  // Sixty and more stand alone: `90` is a minute and a half, `1:90` is a slip.
  if (minutes !== undefined && Number(seconds) > 59) return undefined
  if (hours !== undefined && Number(minutes) > 59) return undefined
  return (
    (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000 +
    Number(rest.padEnd(3, '0'))
  )
}
