import { createHash } from 'node:crypto'
import { escapeHtml } from '../../ground/escape-html.ts'
import type { Player } from './choose-player.ts'
import type { Media } from './find-media.ts'
import { playerScript } from './player-script.ts'

/** What a player page shows and where. */
export interface PlayerOptions {
  readonly media: Media
  readonly player: Player
  readonly locale: string
  readonly startSeconds: number
  /** The address of renditions, names in order of preference; relative to the page. */
  readonly addressOf: (names: string) => string
  /** Where it tells how far it was played; without it, it does not. */
  readonly log: string | undefined
  /** The host around it, where that is another site. */
  readonly site: string | undefined
  /** Lengths of CSS. */
  readonly width: string
  readonly height: string
  /** What may show it in a frame beside our own pages, as sources of `frame-ancestors`. */
  readonly ancestors: readonly string[]
  /** Where oEmbed describes it. */
  readonly discovery?: string
}

const texts = {
  en: {
    preparing: 'This is being prepared. It starts by itself when it is ready.',
    failed: 'This cannot be played here.',
    film: 'Film',
    sound: 'Recording',
  },
  fr: {
    preparing: 'En préparation. La lecture sera possible dès que ce sera prêt.',
    failed: 'Lecture impossible ici.',
    film: 'Vidéo',
    sound: 'Enregistrement',
  },
} as const

const style = `
:root{color-scheme:dark}html,body{margin:0;height:100%;background:#111;color:#eee;font:14px/1.4 system-ui,sans-serif}
main{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;width:var(--w);height:var(--h);overflow:hidden}
video,img{max-width:100%;max-height:100%;min-height:0;object-fit:contain}video{width:100%;height:100%}audio{width:min(100%,560px);flex:none}
p{margin:0;padding:8px 16px;text-align:center}[hidden]{display:none}`

/**
 * Writes the page. Only its own script and style run, and only our own addresses are loaded.
 * @source portal §7: listActions; data-layer §9: width and height
 */
export function playerPage(options: PlayerOptions): { html: string; contentSecurityPolicy: string } {
  const { media, locale, discovery } = options
  const words = locale === 'fr' ? texts.fr : texts.en
  const sizes = `main{--w:${options.width};--h:${options.height}}`
  const link =
    discovery === undefined
      ? ''
      : `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(discovery)}">`
  const html = `<!doctype html>
<html lang="${locale === 'fr' ? 'fr' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(media.fileName)}</title>${link}<style>${style}</style><style>${sizes}</style></head>
<body><main${dataOf(options)}>${contentOf(options, words)}<p role="status" hidden data-preparing="${escapeHtml(words.preparing)}" data-failed="${escapeHtml(words.failed)}"></p></main>
<script>${playerScript}</script></body></html>`
  const contentSecurityPolicy = [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    `script-src ${hashOf(playerScript)}`,
    `style-src ${hashOf(style)} ${hashOf(sizes)}`,
    `frame-ancestors ${["'self'", ...options.ancestors].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { html, contentSecurityPolicy }
}

function dataOf({ media, log, site }: PlayerOptions): string {
  const data = { object: media.resource, id: String(media.id), log, site }
  return Object.entries(data)
    .flatMap(([name, value]) => (value === undefined ? [] : ` data-${name}="${escapeHtml(value)}"`))
    .join('')
}

function contentOf(options: PlayerOptions, words: { film: string; sound: string }): string {
  const { media, player, startSeconds } = options
  const address = (names: string): string => escapeHtml(options.addressOf(names))
  const at = startSeconds > 0 ? `#t=${startSeconds}` : ''
  const name = escapeHtml(media.fileName)
  const picture = (names: string): string => `<img src="${address(names)}" alt="${name}">`
  if (!player.plays) return picture(player.picture === 'preview' ? 'preview,thumbnailBig' : player.picture)
  return media.nature === 'VIDEO'
    ? `<video controls playsinline preload="metadata" poster="${address('preview')}" src="${address('proxy')}${at}" aria-label="${words.film}: ${name}"></video>`
    : `${picture('preview,thumbnailBig')}<audio controls preload="metadata" src="${address('proxy')}${at}" aria-label="${words.sound}: ${name}"></audio>`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
