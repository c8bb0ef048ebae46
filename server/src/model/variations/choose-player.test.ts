import { defaultPlayers } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { choosePlayer } from './choose-player.ts'

const film = { plays: true }
const picture = (name: string) => ({ plays: false, picture: name })

test('D9.18 of the players of a list the first that can show the file is taken', () => {
  expect(choosePlayer(defaultPlayers, 'VIDEO')).toEqual(film)
  expect(choosePlayer(defaultPlayers, 'AUDIO')).toEqual(film)
  expect(choosePlayer(defaultPlayers, 'IMAGE')).toEqual(picture('preview'))
  expect(choosePlayer('thumbnailBig, default', 'DOCUMENT')).toEqual(picture('thumbnailBig'))
  expect(choosePlayer('poster,bo.player', 'VIDEO')).toEqual(picture('preview'))
})

test('a player that nobody knows, or that cannot show the file, is passed over', () => {
  expect(choosePlayer('flash.player,thumbnailSmall', 'IMAGE')).toEqual(picture('thumbnailSmall'))
  expect(choosePlayer('proxy,original,tiles,__proto__', 'VIDEO')).toEqual(film)
  expect(choosePlayer('', 'OTHER')).toEqual(picture('preview'))
})
