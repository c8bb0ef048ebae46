/** A text and when it is shown. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  /** Where it stands, as WebVTT says it; may be empty. */
  readonly settings: string
  /** As WebVTT writes it: lines, none of them empty. */
  readonly text: string
}

/** Texts as WebVTT, in their order. @source WebVTT §4.1 */
export function formatCues(cues: readonly Cue[]): string {
  return `${['WEBVTT', ...cues.map(formatCue)].join('\n\n')}\n`
}

function formatCue({ startMs, endMs, settings, text }: Cue): string {
  const times = `${formatTime(startMs)} --> ${formatTime(endMs)}`
  return `${settings === '' ? times : `${times} ${settings}`}\n${text}`
}

function formatTime(ms: number): string {
  const part = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0')
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`
}
