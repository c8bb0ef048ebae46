import { createHash } from 'node:crypto'
import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { describeMedia } from './describe-media.ts'
import { findMedia } from './find-media.ts'
import { frameHtml, playerAddress } from './player-frame.ts'
import { launcherScript } from './player-script.ts'

/**
 * What a page needs to show the player of an asset. Without lengths it fills its place.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 */
export async function getPlayerData(
  context: Context,
  { object, id, ...asked }: CallInput<Calls['getPlayerData']>,
): Promise<CallAnswer<Calls['getPlayerData']>> {
  const { ticket } = asked
  const media = await describeMedia(context, { object, id, ticket })
  const url = playerAddress(context, media, asked)
  const query = new URLSearchParams({ object: media.resource, id: String(media.id) })
  if (ticket !== undefined) query.set('ticket', ticket)
  return {
    Dom: frameHtml(url, media.name, { width: asked.width ?? '100%', height: asked.height ?? '100%' }),
    ...launcher(context),
    LauncherOptions: {
      mediasJsonUrl: `${descriptionAddress(context)}?${query.toString()}`,
      mediasJson: { ...media, playerUrl: url },
    },
  }
}

/** The same without an asset: the frame gets the `playerUrl` of the description that the page hands over. */
export async function getFreePlayer(context: Context): Promise<CallAnswer<Calls['getFreePlayer']>> {
  return {
    Dom: frameHtml(undefined, 'Player', { width: '100%', height: '100%' }),
    ...launcher(context),
    LauncherOptions: { mediasJsonUrl: descriptionAddress(context), mediasJson: null },
  }
}

/**
 * The code of a frame with the player, for pages whose readers may see the asset by a session of their own.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 * @source decision 0164: for everybody else there are embeds
 */
export async function getEmbedCode(
  context: Context,
  { PlayerUid, Options, width, height, ticket, ...reference }: CallInput<Calls['getEmbedCode']>,
): Promise<CallAnswer<Calls['getEmbedCode']>> {
  const media = await findMedia(context, reference)
  const url = playerAddress(context, media, {
    player: PlayerUid,
    width,
    height,
    ticket,
    start: Options?.start,
  })
  return {
    Html: frameHtml(url, media.fileName, { width: width ?? '100%', height: height ?? '100%' }),
    Url: url,
    Title: media.fileName,
  }
}

const scriptBytes = Buffer.from(launcherScript)
const scriptVersion = createHash('sha256').update(scriptBytes).digest('hex').slice(0, 16)

/** The script that pages with a player load; under its own address it may be kept for ever. */
export async function getPlayerScript(
  _context: Context,
  { v }: CallInput<Calls['getPlayerScript']>,
): Promise<ByteSource> {
  return byteSourceOf(scriptBytes, {
    mediaType: 'text/javascript; charset=utf-8',
    cacheControl: v === scriptVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    forOtherSites: true,
  })
}

function launcher({ request }: Context): { JavascriptUrl: string; JSEndpoint: string } {
  return {
    JavascriptUrl: `${request.baseUrl}/api/wedia/evp/player.js?v=${scriptVersion}`,
    JSEndpoint: 'cartouchePlayer',
  }
}

function descriptionAddress({ request }: Context): string {
  return `${request.baseUrl}/api/wedia/cloud/describeMedia`
}
