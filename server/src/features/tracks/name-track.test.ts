import { expect, test } from 'vitest'
import { nameTrack, stemOf, stemsFor } from './name-track.ts'

test.each([
  ['film.srt', 'film.mp4', { kind: 'subtitles', language: 'und', label: '' }],
  ['film.fr.vtt', 'film.mp4', { kind: 'subtitles', language: 'fr', label: '' }],
  ['FILM.pt-BR.srt', 'Film.MP4', { kind: 'subtitles', language: 'pt-BR', label: '' }],
  ['film.fre.srt', 'film.mkv', { kind: 'subtitles', language: 'fr', label: '' }],
  ['film.en.SDH.srt', 'film.mp4', { kind: 'captions', language: 'en', label: '' }],
  ['film.de.forced.srt', 'film.mp4', { kind: 'subtitles', language: 'de', label: 'forced' }],
  ['film.chapters.vtt', 'film.mp4', { kind: 'chapters', language: 'und', label: '' }],
  ['a.b.c.fr.vtt', 'a.b.c.mp4', { kind: 'subtitles', language: 'fr', label: '' }],
  ['film2.srt', 'film.mp4', undefined],
  ['film.fr.txt', 'film.mp4', undefined],
  ['other.srt', 'film.mp4', undefined],
])('%s beside %s', (fileName, film, expected) => {
  expect(nameTrack(fileName, film)).toEqual(expected)
  if (expected) expect(stemsFor(fileName)).toContain(stemOf(film))
})
