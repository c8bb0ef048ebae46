/** A file of the write-ahead log as a backup location holds it, by its name there. */
export interface StoredSegment {
  /** Its name there. */
  readonly fileName: string
  /** PostgreSQL's name of it: a segment, its unfinished or backup form, or the history of a timeline. */
  readonly name: string
  /** When PostgreSQL was done with it: whatever was committed before lies in it or before it. */
  readonly closedAt: Date
  /** Undefined for what is no whole segment. */
  readonly position: SegmentPosition | undefined
}

export interface SegmentPosition {
  readonly timeline: number
  /** Segments count from the start of the log, whatever the timeline. */
  readonly number: number
}

/** What PostgreSQL calls files of its log that it archives. @source PostgreSQL, "Continuous Archiving" */
export const archivedName = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

const segmentName = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
const storedName = /^(.+)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.gz$/
/** Of 16 MiB each, in what one number of the middle of a name counts. */
const segmentsOfPart = 256

/** The position of a whole segment, by PostgreSQL's name of it. */
export function positionOf(name: string): SegmentPosition | undefined {
  const [, timeline, part, number] = segmentName.exec(name) ?? []
  if (timeline === undefined || part === undefined || number === undefined) return undefined
  return {
    timeline: Number.parseInt(timeline, 16),
    number: Number.parseInt(part, 16) * segmentsOfPart + Number.parseInt(number, 16),
  }
}

/** What a file of the log is stored as: `000000010000000000000003.20261127T101500123Z.gz`. */
export function storedNameOf(name: string, closedAt: Date): string {
  const moment = closedAt.toISOString().replaceAll(/[-:.]/g, '')
  return `${name}.${moment}.gz`
}

/** Files of the log among names of a place, in PostgreSQL's order. */
export function readSegments(names: readonly string[]): StoredSegment[] {
  return names
    .flatMap((fileName): StoredSegment[] => {
      const [, name = '', ...parts] = storedName.exec(fileName) ?? []
      if (!archivedName.test(name)) return []
      const [year = 0, month = 0, ...time] = parts.map(Number)
      const closedAt = new Date(Date.UTC(year, month - 1, ...time))
      return [{ fileName, name, closedAt, position: positionOf(name) }]
    })
    .toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))
}

/** A base backup, as far as it matters which segments it needs: from the one that it starts in. */
export interface BaseStart {
  readonly stoppedAt: Date
  readonly start: SegmentPosition
}

/** Any moment between these can be brought back, by one of the bases. */
export interface Reach<Base extends BaseStart = BaseStart> {
  readonly from: Date
  readonly until: Date
  /** The oldest first. */
  readonly bases: readonly Base[]
}

/**
 * The moments that base backups and the log after them bring back: from the oldest base after which no
 * segment is missing, to the end of the newest segment.
 */
export function reachOf<Base extends BaseStart>(
  bases: readonly Base[],
  segments: readonly StoredSegment[],
): Reach<Base> | undefined {
  const last = segments.findLast(({ position }) => position)
  if (!last) return undefined
  const chain = new Set(chainOf(segments).map(keyOf))
  const usable = bases
    .filter(({ start, stoppedAt }) => chain.has(keyOf(start)) && stoppedAt <= last.closedAt)
    .toSorted((a, b) => a.stoppedAt.getTime() - b.stoppedAt.getTime())
  return usable[0] && { from: usable[0].stoppedAt, until: last.closedAt, bases: usable }
}

/** Whether every segment is there from a position to the newest one. */
export function isFollowed(start: SegmentPosition, segments: readonly StoredSegment[]): boolean {
  return chainOf(segments).some((position) => keyOf(position) === keyOf(start))
}

const keyOf = ({ timeline, number }: SegmentPosition): string => `${timeline}/${number}`

/** The newest segment and those before it, up to the first that is missing, across timelines. */
function chainOf(segments: readonly StoredSegment[]): SegmentPosition[] {
  const whole = segments.flatMap(({ position }) => position ?? [])
  const byNumber = Map.groupBy(whole, ({ number }) => number)
  const chain: SegmentPosition[] = []
  let next = whole.at(-1)
  while (next) {
    const { timeline, number } = next
    chain.push(next)
    next = byNumber.get(number - 1)?.findLast((before) => before.timeline <= timeline)
  }
  return chain
}
