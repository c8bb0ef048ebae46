/** What an hour that somebody typed means where clocks change. */
export interface LocalInstant {
  readonly at: Date
  /** `twice`: the first is meant. `skipped`: as many minutes later is meant, as clocks go forward over it. */
  readonly kind: 'once' | 'twice' | 'skipped'
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** The time zone of this browser, as `Europe/Paris`. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * The instant of a local time such as `2026-10-25T02:30` in a time zone; undefined where it is no time.
 * @source decision 0178
 */
export function instantOf(local: string, zone: string): LocalInstant | undefined {
  const naive = Date.parse(`${local}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(naive)) return undefined
  const [before, after] = [naive - dayMs, naive + dayMs].map((ms) => offsetAt(ms, zone))
  if (before === undefined || after === undefined) return undefined
  const fitting = [...new Set([before, after])]
    .map((offset) => naive - offset)
    .filter((ms) => ms + offsetAt(ms, zone) === naive)
    .toSorted((one, other) => one - other)
  const [first] = fitting
  if (first === undefined) return { at: new Date(naive - before), kind: 'skipped' }
  return { at: new Date(first), kind: fitting.length > 1 ? 'twice' : 'once' }
}

/** The local time of an instant in a time zone, to the minute, as a field for times has it. */
export function localOf(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(0, 16)
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(ms)
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  return local - Math.floor(ms / minuteMs) * minuteMs
}
