import { setImmediate as yieldToOthers } from 'node:timers/promises'
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
/** A text of more would fill the screen many times. */
const maxCueLength = 10_000
/** Lines of times are short. */
const maxTimesLength = 400
/** Requests in between are answered: the worst takes a millisecond for each 3,000 characters. */
const atOnce = 16_384

/**
 * Reads SRT or WebVTT, by what they have in common: a line of times, and the lines below it up to an empty
 * one. What else stands in a file (numbers, notes, styles, regions) is left out, so that the WebVTT that is
 * kept has nothing but texts, their times and places.
 * @throws track_unreadable
 * @source WebVTT §4 and §6; decision 0183
 */
export async function parseTrack(text: string, kind: TrackKind): Promise<ParsedTrack> {
  const cues: Cue[] = []
  let sinceYield = 0
  for (const { times, body, length } of readBodies(text)) {
    if ((sinceYield += length) >= atOnce) {
      sinceYield = 0
      await yieldToOthers()
    }
    const cleaned = times === undefined ? '' : cleanBody(body, kind)
    if (times !== undefined && cleaned !== '' && times.endMs > times.startMs)
      cues.push({ ...times, text: cleaned })
    if (cues.length > maxCues) throw new ApiError('track_unreadable')
  }
  if (cues.length === 0) throw new ApiError('track_unreadable')
  cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
  await yieldToOthers()
  return { text: formatCues(cues), cues: cues.length }
}

/** A line of times with the lines below it, or lines that belong to none. */
interface Body {
  readonly times: Times | undefined
  readonly body: readonly string[]
  /** Characters that were read for it. */
  readonly length: number
}

/** @throws track_unreadable for a text that is too long */
function* readBodies(text: string): Generator<Body> {
  let times: Times | undefined
  let body: string[] = []
  let bodyLength = 0
  let length = 0
  for (const line of linesOf(text)) {
    const next = readTimes(line)
    length += line.length + 1
    if (times !== undefined && next === undefined && line.trim() !== '') {
      bodyLength += line.length
      if (bodyLength > maxCueLength) throw new ApiError('track_unreadable')
      body.push(line)
      continue
    }
    // Where the empty line between two is missing, the number of the next stands among the lines of this one.
    if (next !== undefined && /^\d+$/.test(body.at(-1)?.trim() ?? '')) body.pop()
    if (times !== undefined || length >= atOnce) {
      yield { times, body, length }
      length = 0
    }
    times = next
    body = []
    bodyLength = 0
  }
  yield { times, body, length }
}

function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(from, end.index)
    from = end.index + end[0].length
  }
  yield text.slice(from)
}

/** Places of subtitles in braces are those of another format: `{\an8}`. */
function cleanBody(lines: readonly string[], kind: TrackKind): string {
  const text = lines
    .map((line) => line.replaceAll('\0', '\ufffd').trim())
    .join('\n')
    .replaceAll(/\{\\[^{}]{0,200}\}/g, '')
  if (kind === 'chapters') return plainCue(text)
  // An empty line would end it, and hide what follows.
  return cleanCue(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

type Times = Omit<Cue, 'text'>

function readTimes(line: string): Times | undefined {
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
