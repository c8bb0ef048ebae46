/** A transition: an event found something in one status and left it in another. */
export interface Transition {
  from: string
  event: string
  to: string
}

/** A machine to be tried out: pure steps from where it starts. */
interface Machine<State, Event> {
  start: State
  /** What can happen in a state, with the name that an event goes by. */
  events: (state: State) => readonly (readonly [name: string, event: Event])[]
  step: (state: State, event: Event) => State
  /** The status that is drawn. */
  statusOf: (state: State) => string
  /** What else decides what happens next: states that are equal in it are tried once. */
  keyOf: (state: State) => unknown
}

/** Tries every event in every state that can be reached. Gives each transition between two statuses once. */
export function findTransitions<State, Event>({
  start,
  events,
  step,
  statusOf,
  keyOf,
}: Machine<State, Event>): Transition[] {
  const found = new Map<string, Transition>()
  const seen = new Set<string>()
  const waiting = [start]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const key = JSON.stringify([statusOf(state), keyOf(state)])
    if (seen.has(key)) continue
    seen.add(key)
    for (const [event, wanted] of events(state)) {
      const next = step(state, wanted)
      const transition = { from: statusOf(state), event, to: statusOf(next) }
      if (transition.from !== transition.to) found.set(Object.values(transition).join(' '), transition)
      waiting.push(next)
    }
  }
  return [...found.values()]
}

/** Sizes in units of the picture. A character of its font is that wide at most. */
const column = 104
const row = 24
const box = { width: 92, height: 28 }
const margin = 6
const characterWidth = 6.7

/**
 * Draws transitions: statuses side by side in their order, below them one arrow a row for all events that
 * lead from one to another. It is readable on light and dark.
 * @param order all statuses that may occur, in order; those that do not occur are left out.
 */
export function drawStatusTable(
  title: string,
  order: readonly string[],
  transitions: readonly Transition[],
): string {
  const statuses = order.filter((status) =>
    transitions.some(({ from, to }) => from === status || to === status),
  )
  const xOf = (status: string): number => margin + statuses.indexOf(status) * column + column / 2
  const arrows = gather(statuses, transitions).map(({ from, to, events }, index) => ({
    from: xOf(from),
    to: xOf(to),
    label: events.join(', '),
    y: margin + box.height + (index + 1) * row,
  }))
  const [width, height] = [
    statuses.length * column + 2 * margin,
    margin + box.height + (arrows.length + 1) * row,
  ]
  const labels = arrows.map((arrow) => ({ ...arrow, ...placeLabel(arrow, width) }))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" class="statuses" role="img" aria-label="${title}">
<style>.statuses { color: #57606a; font: 11px ui-monospace, monospace } @media (prefers-color-scheme: dark) { .statuses { color: #a8b0b9 } }</style>
<g fill="none" stroke="currentColor">
${statuses.map((status) => `<rect x="${xOf(status) - box.width / 2}" y="${margin}" width="${box.width}" height="${box.height}" rx="8" stroke-width="1.5"/>`).join('\n')}
<path stroke-opacity=".3" stroke-dasharray="2 3" d="${statuses.flatMap((status) => lifeline(xOf(status), labels, height)).join('')}"/>
<path d="${arrows.map(({ from, to, y }) => `M${from} ${y}H${to}`).join('')}"/>
</g>
<g fill="currentColor">
${arrows.map(({ from, to, y }) => `<path d="M${to} ${y}l${from < to ? -7 : 7} -3.5v7z"/><circle cx="${from}" cy="${y}" r="2.5"/>`).join('\n')}
${statuses.map((status) => `<text x="${xOf(status)}" y="${margin + box.height / 2 + 4}" text-anchor="middle" font-weight="bold">${status}</text>`).join('\n')}
${labels.map(({ label, start, y }) => `<text x="${start}" y="${y - 5}">${label}</text>`).join('\n')}
</g>
</svg>
`
}

interface Arrow {
  from: string
  to: string
  events: string[]
}

/** All events between the same two statuses together, in the order of the statuses. */
function gather(statuses: readonly string[], transitions: readonly Transition[]): Arrow[] {
  return statuses.flatMap((from) =>
    statuses.flatMap((to) => {
      const events = transitions
        .filter((transition) => transition.from === from && transition.to === to)
        .map(({ event }) => event)
      return events.length === 0 ? [] : [{ from, to, events: [...new Set(events)].toSorted() }]
    }),
  )
}

/** Above the middle of its arrow, and inside of the picture. */
function placeLabel(
  { from, to, label }: { from: number; to: number; label: string },
  width: number,
): { start: number; end: number } {
  const length = label.length * characterWidth
  const start = Math.max(margin, Math.min((from + to) / 2 - length / 2, width - margin - length))
  return { start, end: start + length }
}

/** The line below a status, which leaves out the rows where a label stands in its way. */
function lifeline(
  x: number,
  labels: readonly { start: number; end: number; y: number }[],
  height: number,
): string[] {
  const covered = labels.filter(({ start, end }) => x > start - 3 && x < end + 3).map(({ y }) => y)
  const path: string[] = []
  for (let y = margin + box.height; y < height - row / 2; y += row)
    if (!covered.includes(y + row)) path.push(`M${x} ${y}v${Math.min(row, height - row / 2 - y)}`)
  return path
}
