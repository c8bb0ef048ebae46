import { defaultPlayers } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { escapeHtml } from '../../ground/escape-html.ts'
import type { Media } from './find-media.ts'

/** How a player is asked for. */
export interface PlayerRequest {
  readonly player?: string
  readonly width?: string | undefined
  readonly height?: string | undefined
  readonly ticket?: string | undefined
  /** Seconds. */
  readonly start?: number | undefined
  readonly canLogView?: boolean | undefined
  readonly canLogPlaying?: boolean | undefined
}

/** The address of the page that plays a file. */
export function playerAddress(
  { request }: Pick<Context, 'request'>,
  { resource, id }: Pick<Media, 'resource' | 'id'>,
  { player = defaultPlayers, ...parameters }: PlayerRequest,
): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${request.baseUrl}/api/wedia/dam/player/${encodeURIComponent(player)}/${resource}/${id}${query === '' ? '' : `?${query}`}`
}

/** A frame for a page of a player; without an address it waits for one. */
export function frameHtml(
  address: string | undefined,
  title: string,
  { width, height }: Pick<PlayerRequest, 'width' | 'height'>,
): string {
  const sizes = Object.entries({ width, height }).flatMap(([name, size]) =>
    size !== undefined && /^\d{1,5}%?$/.test(size) ? ` ${name}="${size}"` : [],
  )
  const src = address === undefined ? '' : ` src="${escapeHtml(address)}"`
  return `<iframe${src}${sizes.join('')} title="${escapeHtml(title)}" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen style="border:0"></iframe>`
}
