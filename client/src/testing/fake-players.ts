import type { CallAnswer, Calls } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** Players and descriptions of media of the fake server; every asset has a picture. */
export function playerHandlers(library: FakeLibrary): FakeHandlers {
  const address = (player: string, id: number): string => `/api/wedia/dam/player/${player}/asset/${id}`
  const frame = (src: string, width = '100%', height = '100%'): string =>
    `<iframe src="${src}" width="${width}" height="${height}"></iframe>`
  const describe = (object: string, id: string): CallAnswer<Calls['describeMedia']> => {
    const entity = library.get(object.toLowerCase(), Number(id))
    const url = `/api/wedia/dam/variation/asset/${entity.id}`
    return {
      resource: object.toLowerCase(),
      id: entity.id,
      uuid: entity.$uuid,
      name: String(entity['name'] ?? ''),
      nature: 'IMAGE',
      mediaType: 'image/jpeg',
      fileName: `${entity.id}.jpg`,
      sizeBytes: 1000,
      width: 1200,
      height: 800,
      durationSeconds: null,
      playerUrl: address('bo.player', entity.id),
      posterUrl: `${url}/preview`,
      renditions: [
        { name: 'preview', mediaType: 'image/jpeg', width: 1200, height: 800, sizeBytes: 1000, url },
      ],
      tracks: [],
    }
  }
  const launch = (mediasJson: CallAnswer<Calls['describeMedia']> | null) => ({
    JavascriptUrl: '/api/wedia/evp/player.js',
    JSEndpoint: 'cartouchePlayer',
    LauncherOptions: { mediasJsonUrl: '/api/wedia/cloud/describeMedia', mediasJson },
  })
  return {
    getPlayerData({ object, id, player, width, height }) {
      const media = describe(object, id)
      return { Dom: frame(address(player, media.id), width, height), ...launch(media) }
    },
    getFreePlayer: () => ({ Dom: '<iframe></iframe>', ...launch(null) }),
    getEmbedCode({ object, id, PlayerUid, width, height }) {
      const { id: number, name } = describe(object, id)
      const Url = address(PlayerUid, number)
      return { Html: frame(Url, width, height), Url, Title: name }
    },
    describeMedia: ({ object, id }) => describe(object, id),
  }
}
