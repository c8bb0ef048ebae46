import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { parseTrack } from './parse-track.ts'

async function cue(text: string): Promise<string> {
  const { text: kept } = await parseTrack(`00:01.000 --> 00:02.000\n${text}\n`, 'subtitles')
  return kept.split('\n').slice(3, -1).join('\n')
}

describe('parseTrack', () => {
  test('SRT becomes WebVTT in the order of its times, whatever its ends of lines', async () => {
    const srt =
      '2\r\n00:01:02,5 --> 00:01:04,000 X1:1\r\nlater\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\nfirst\r\nline two\r\n'
    expect(await parseTrack(srt, 'subtitles')).toEqual({
      text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nfirst\nline two\n\n00:01:02.500 --> 00:01:04.000\nlater\n',
      cues: 2,
    })
  })
  test('of WebVTT the texts and their places are kept; notes, styles, regions and names are not', async () => {
    const vtt = `\ufeffWEBVTT - a title

STYLE
::cue { background: url(https://evil.example/x) }

REGION
id:fred

NOTE a note

intro
01:00.000 --> 1:00:01.000 line:0 region:fred align:start position:10%,line-left vertical:up
<v.loud Esme>Hello</v>`
    expect((await parseTrack(vtt, 'subtitles')).text).toBe(
      'WEBVTT\n\n00:01:00.000 --> 01:00:01.000 line:0 align:start position:10%,line-left\n<v Esme>Hello</v>\n',
    )
  })
  test('notes of any length stand before a text', async () => {
    const { cues } = await parseTrack(`NOTE\n${'a\n'.repeat(6000)}\n00:01.000 --> 00:02.000\nb`, 'subtitles')
    expect(cues).toBe(1)
  })
  test('a number that belongs to the next text is none of this one, where the empty line is missing', async () => {
    const { text } = await parseTrack(
      '00:01.000 --> 00:02.000\na\n2\n00:03.000 --> 00:04.000\nb',
      'subtitles',
    )
    expect(text).toMatch(/\na\n\n.+\nb\n$/)
  })
  test.each([
    ['<i>one <b>two</i> three', '<i>one <b>two</b></i> three'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<font color="red">red</font>', 'red'],
    ['<c.yellow.bg_blue>text</c></b>', '<c>text</c>'],
    ['{\\an8}above', 'above'],
    ['one\n<font>\ntwo', 'one\ntwo'],
    ['a < b & c > d --> e', 'a &lt; b &amp; c &gt; d --&gt; e'],
    ['&lt;i&gt; &amp;amp; &eacute; &#233;&#0;', '&lt;i&gt; &amp;amp; &amp;eacute; é'],
    ['<v "><img src=x>who', '<v ">who</v>'],
    ['<lang fr onclick=1>oui', '<lang fr onclick=1>oui</lang>'],
    ['<<i>>', '&lt;<i>&gt;</i>'],
  ])('%s is cleaned', async (text, cleaned) => {
    expect(await cue(text)).toBe(cleaned)
  })
  test('titles of chapters have no markup and one line', async () => {
    const { text } = await parseTrack('00:00.000 --> 00:02.000\n<b>Part</b>\none & two', 'chapters')
    expect(text).toContain('\nPart one &amp; two\n')
  })
  test.each(
    [
      ['', 'nothing'],
      ['no times at all', 'no times'],
      ['00:02.000 --> 00:01.000\nbackwards', 'an end before its start'],
      ['00:01.000 --> 00:02.000\n{\\an8}', 'no text'],
      ['00:00.000 --> 00:00.001\na\n\n'.repeat(40_001), 'too many texts'],
      [`00:00.000 --> 00:00.001\n${'a'.repeat(10_001)}`, 'a text of many screens'],
    ].map(([text = '', reason = '']) => ({ text, reason })),
  )('what is no subtitles is refused: $reason', async ({ text }) => {
    await expect(parseTrack(text, 'subtitles')).rejects.toMatchObject({ code: 'track_unreadable' })
  })
  test('what is kept reads as itself again', async () => {
    const once = await parseTrack('00:01.000 --> 00:02.000 line:5%\n<v A &amp; B>x &lt; y</v>', 'captions')
    expect((await parseTrack(once.text, 'captions')).text).toBe(once.text)
  })
  test.each([
    '<',
    '<b>',
    '&',
    '-->',
    '00:01.000 --> ',
    '{\\',
    '\n00:01.000 --> 00:02.000\n<i>',
    ' ',
    '\n',
    ' a\n',
  ])('of the worst file of %j others wait for a moment only', async (piece) => {
    // As much in one text as may be, and so on to the end.
    const text = `00:01.000 --> 00:02.000\na${piece.repeat(9000 / piece.length)}b\n\n`
    const longestMs = await longestTurn(() =>
      parseTrack(text.repeat(2_000_000 / text.length), 'subtitles').catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'track_unreadable' }),
      ),
    )
    // A file of so much at once took 700 ms, and spaces hours.
    expect(longestMs).toBeLessThan(200)
  })
})

/** Processor time of the longest turn of this process until some work is done, milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false }
  let longest = 0
  let before = process.threadCpuUsage()
  void work().finally(() => (state.isDone = true))
  do {
    await yieldToOthers()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  } while (!state.isDone)
  return longest
}

test.each([
  [Buffer.from('\ufeffété'), 'und', 'été'],
  [Buffer.from('été'), 'ru', 'été'],
  [Buffer.from('été', 'latin1'), 'fr', 'été'],
  [Buffer.from([0xef, 0xf0, 0xe8]), 'ru-RU', 'при'],
  [Buffer.from('\ufeffété', 'utf16le'), 'und', 'été'],
  [Buffer.from('WEBVTT', 'utf16le'), 'und', 'WEBVTT'],
  [Buffer.from('WEBVTT', 'utf16le').swap16(), 'und', 'WEBVTT'],
])('the text of %# is decoded', (bytes, language, text) => {
  expect(decodeText(bytes, language)).toBe(text)
})
