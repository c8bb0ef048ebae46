import { ApiError, type TrackKind } from '@cartouche/contract'
import { cleanCue, plainCue } from './clean-cue.ts'
import { formatCues, type Cue } from './format-cues.ts'

/** A track as it is kept. */
export interface ParsedTrack {
  /** WebVTT. */
  readonly text: string
  readonly cues: number
}

/** More are no subtitles: ten hours with one a second have 36,000. */
const maxCues = 40_000
/** Lines of times are short. */
const maxTimesLength = 400

/**
 * Reads SRT or WebVTT, by what they have in common: a line of times, and the lines below it up to an empty
 * one. What else stands in a file (numbers, notes, styles, regions) is left out, so that the WebVTT that is
 * kept has nothing but texts, their times and places.
 * @throws track_unreadable
 * @source WebVTT §4 and §6; decision 0183
 */
export function parseTrack(text: string, kind: TrackKind): ParsedTrack {
  const cues = readCues(text.replaceAll('\0', '\ufffd').split(/\r\n|\r|\n/), kind)
  if (cues.length === 0 || cues.length > maxCues) throw new ApiError('track_unreadable')
  cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
  return { text: formatCues(cues), cues: cues.length }
}

function readCues(lines: readonly string[], kind: TrackKind): Cue[] {
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at++) {
    const times = readTimes(lines[at] ?? '')
    if (times === undefined) continue
    const body: string[] = []
    while (at + 1 < lines.length && lines[at + 1]?.trim() !== '' && !isTimes(lines[at + 1] ?? ''))
      body.push(lines[++at] ?? '')
    // Where the empty line between two is missing, the number of the next stands among the lines of this one.
    if (isTimes(lines[at + 1] ?? '') && /^\d+$/.test(body.at(-1)?.trim() ?? '')) body.pop()
    const text = cleanBody(body, kind)
    if (text !== '' && times.endMs > times.startMs) cues.push({ ...times, text })
  }
  return cues
}

/** Places of subtitles in braces are those of another format: `{\an8}`. */
function cleanBody(lines: readonly string[], kind: TrackKind): string {
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\{\\[^{}]{0,200}\}/g, '')
  // An empty line would end it, and hide what follows.
  return kind === 'chapters' ? plainCue(text) : cleanCue(text).replaceAll(/\s*\n\s*/g, '\n')
}

const isTimes = (line: string): boolean => readTimes(line) !== undefined

function readTimes(line: string): Omit<Cue, 'text'> | undefined {
  if (line.length > maxTimesLength || !line.includes('-->')) return undefined
  const [from = '', rest = ''] = line.split('-->', 2)
  const [to = '', ...settings] = rest.trim().split(/\s+/)
  const [startMs, endMs] = [readTime(from.trim()), readTime(to)]
  if (startMs === undefined || endMs === undefined) return undefined
  return { startMs, endMs, settings: settings.filter((one) => setting.test(one)).join(' ') }
}

/** Where a text stands; regions are none of ours. @source WebVTT §4.4 */
const setting =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,3}(?:\.\d{1,3})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,3})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,3})?%|align:(?:start|center|end|left|right))$/

/** Milliseconds. SRT has a comma before them. */
function readTime(text: string): number | undefined {
  const [whole, hours = '0', minutes = '', seconds = '', thousandths = ''] =
    /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/.exec(text) ?? []
  if (whole === undefined) return undefined
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
    Number(thousandths.padEnd(3, '0'))
  )
}
