import { createHash } from 'node:crypto'
import { escapeHtml } from '../../ground/escape-html.ts'
import { masterPlaylist } from '../../media/film-ladder.ts'
import { adaptiveScript } from './adaptive-script.ts'
import type { Player } from './choose-player.ts'
import type { Media } from './find-media.ts'
import { liveElements, liveScript, liveStyle } from './player-live.ts'
import { panoramaElements, panoramaScript, panoramaStyle } from './player-panorama.ts'
import { trackElements } from './player-tracks.ts'
import type { TrackRow } from './tracks.sql.ts'
import { playerScript } from './player-script.ts'

/** What a player page shows and where. */
export interface PlayerOptions {
  readonly media: Media
  readonly player: Player
  readonly locale: string
  readonly startSeconds: number
  /** The address of renditions, names in order of preference; relative to the page. */
  readonly addressOf: (names: string) => string
  /** Subtitles and chapters, and the address of each; relative to the page. */
  readonly tracks: readonly TrackRow[]
  readonly addressOfTrack: (id: number) => string
  /** In which sizes the film is there beside `proxy`, by their lines, large to small; none: in no other. */
  readonly sizes: readonly number[]
  /** Where the library is that plays it in sizes; relative to the page. */
  readonly library: string
  /** Whether it is a photograph whose short video plays; its address is that of `motion`. */
  readonly isLive: boolean
  /** Where it reports how far it was played; without it, it does not. */
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
    chapters: 'Chapters',
    subtitles: 'Subtitles',
    noSubtitles: 'Subtitles off',
    quality: 'Quality',
    auto: 'Auto',
    fullScreen: 'Full screen (F)',
    position: 'Position in the film; T turns subtitles on and off',
  },
  fr: {
    preparing: 'En préparation. La lecture sera possible dès que ce sera prêt.',
    failed: 'Lecture impossible ici.',
    film: 'Vidéo',
    sound: 'Enregistrement',
    chapters: 'Chapitres',
    subtitles: 'Sous-titres',
    noSubtitles: 'Sans sous-titres',
    quality: 'Qualité',
    auto: 'Auto',
    fullScreen: 'Plein écran (F)',
    position: 'Position dans la vidéo ; T active ou désactive les sous-titres',
  },
} as const

const style = `
:root{color-scheme:dark}html,body{margin:0;height:100%;background:#000;color:#eee;font:14px/1.4 system-ui,sans-serif}
main{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;width:var(--w);height:var(--h);overflow:hidden}
video,img{max-width:100%;max-height:100%;min-height:0;object-fit:contain}video{width:100%;height:100%;flex:1 1 auto}audio{width:min(100% - 16px,560px);flex:none}
.play{position:absolute;inset:50% auto auto 50%;width:72px;height:72px;margin:-36px 0 0 -36px;padding:0;border:0;border-radius:50%;background:#000a;cursor:pointer}.play:hover{background:#000d}.play svg{display:block;width:32px;height:32px;margin:0 auto;fill:#fff}
video:not(:fullscreen)::-webkit-media-controls-timeline,video[controlslist~=nofullscreen]::-webkit-media-controls-fullscreen-button{display:none}
.screen{position:relative;display:flex;flex:1 1 auto;width:100%;min-height:0}.screen video{min-width:0}
.bar{display:flex;flex:none;flex-wrap:wrap;align-items:center;width:100%;padding-bottom:4px}.line{position:relative;flex:1 1 160px;box-sizing:border-box;min-width:0;padding:0 16px}.tools{display:flex;align-items:center;gap:4px;margin:0 10px 0 auto}
.pick{position:relative}.pick:has(>[hidden]){display:none}.pick select{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer;font:inherit}.pick option{background:#1c1c1c;color:#eee}
.pick,.full{box-sizing:border-box;flex:none;width:32px;height:32px;padding:6px;border:0;border-radius:6px;background:none;color:inherit;cursor:pointer}.pick:hover,.full:hover,.full[aria-pressed=true],.pick:has(.texts option:checked:not([value='-1'])){background:#fff3}
.pick:has(:focus-visible),.full:focus-visible{outline:2px solid #fff}.pick svg,.full svg{display:block;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}
main:fullscreen{width:100%;height:100%}.line input{display:block;width:100%;height:32px;margin:0;accent-color:#fff;cursor:pointer}.line input:focus-visible{outline:2px solid #fff;outline-offset:-2px}
.peek{position:absolute;bottom:100%;left:0;z-index:1;overflow:hidden;border:1px solid #fff;border-radius:4px;background:#000;pointer-events:none}.peek img{display:block;max-width:none;max-height:none}.peek span{position:absolute;inset:auto 0 0;background:#000b;text-align:center;font-variant-numeric:tabular-nums}
p{margin:0;padding:8px 16px;text-align:center}[hidden]{display:none}`

/**
 * Writes the page. Only its own script and style run, and only our own addresses are loaded.
 * @source portal §7: listActions; data-layer §9: width and height
 */
export function playerPage(options: PlayerOptions): { html: string; contentSecurityPolicy: string } {
  const { media, locale, discovery } = options
  const words = locale === 'fr' ? texts.fr : texts.en
  const round = showsPanorama(options)
  const sizes = `main{--w:${options.width};--h:${options.height}}`
  const link =
    discovery === undefined
      ? ''
      : `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(discovery)}">`
  const isAdaptive = isFilm(options) && options.sizes.length > 0
  const isLive = playsLive(options)
  const scripts = [
    playerScript,
    ...(isAdaptive ? [adaptiveScript] : []),
    ...(round ? [panoramaScript] : []),
    ...(isLive ? [liveScript] : []),
  ]
  const styles = [style, sizes, ...(round ? [panoramaStyle] : []), ...(isLive ? [liveStyle] : [])]
  const html = `<!doctype html>
<html lang="${locale === 'fr' ? 'fr' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(media.fileName)}</title>${link}${styles.map((one) => `<style>${one}</style>`).join('')}</head>
<body><main${dataOf(options)}>${contentOf(options, words)}<p role="status" hidden data-preparing="${escapeHtml(words.preparing)}" data-failed="${escapeHtml(words.failed)}"></p></main>
${scripts.map((script) => `<script>${script}</script>`).join('')}</body></html>`
  const contentSecurityPolicy = [
    "default-src 'none'",
    "img-src 'self'",
    // hls.js hands the film to the browser under such an address.
    `media-src 'self'${isAdaptive ? ' blob:' : ''}`,
    "connect-src 'self'",
    // What a script of ours loads, here hls.js, may run; nothing else of this server may.
    `script-src ${scripts.map(hashOf).join(' ')}${isAdaptive ? " 'strict-dynamic'" : ''}`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    `frame-ancestors ${["'self'", ...options.ancestors].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { html, contentSecurityPolicy }
}

function isFilm({ media, player }: PlayerOptions): boolean {
  return player.plays && media.nature === 'VIDEO'
}

function showsPanorama({ media, player }: PlayerOptions): boolean {
  return media.panorama !== null && media.nature === 'IMAGE' && !player.plays
}

/** A panorama that has a video, too, is looked around in. */
function playsLive(options: PlayerOptions): boolean {
  return options.isLive && !options.player.plays && !showsPanorama(options)
}

function dataOf({ media, log, site }: PlayerOptions): string {
  const data = { object: media.resource, id: String(media.id), log, site }
  return Object.entries(data)
    .flatMap(([name, value]) => (value === undefined ? [] : ` data-${name}="${escapeHtml(value)}"`))
    .join('')
}

function contentOf(options: PlayerOptions, words: (typeof texts)['en' | 'fr']): string {
  const { media, player, startSeconds } = options
  const address = (names: string): string => escapeHtml(options.addressOf(names))
  const at = startSeconds > 0 ? `#t=${startSeconds}` : ''
  const name = escapeHtml(media.fileName)
  const picture = (names: string): string => `<img src="${address(names)}" alt="${name}">`
  if (!player.plays) {
    // Without the right to more, the preview is shown.
    const large = showsPanorama(options) ? 'panoramaSmall,preview,thumbnailBig' : 'preview,thumbnailBig'
    const shown = picture(player.picture === 'preview' ? large : player.picture)
    if (showsPanorama(options) && media.panorama)
      return shown + panoramaElements(media.panorama, name, options.locale)
    return playsLive(options) ? shown + liveElements(address('motion'), options.locale) : shown
  }
  const tracks = trackElements(options.tracks, options.locale, options.addressOfTrack)
  // The element of sounds shows no texts: a recording with some plays in that of films, over its picture.
  const source =
    isFilm(options) && options.sizes.length > 0
      ? `data-film="${address('proxy')}" data-master="${address(masterPlaylist)}" data-library="${escapeHtml(options.library)}" data-from="${startSeconds}"`
      : `src="${address('proxy')}${at}"`
  const videoOf = (kind: string, poster: string): string =>
    `<video controls playsinline preload="metadata" poster="${address(poster)}" ${source} aria-label="${kind}: ${name}">${tracks}</video>`
  const chapters = options.tracks.some(({ kind }) => kind === 'chapters')
    ? choice('chapters', words.chapters, '')
    : ''
  return media.nature === 'VIDEO'
    ? `<div class="screen">${videoOf(words.film, 'preview')}${playButton}</div><div class="bar">${timeLine(address('frames'), words.position)}<div class="tools">${subtitles(words)}${chapters}${qualities(options.sizes, words)}${fullScreenButton(words.fullScreen)}</div></div>`
    : tracks !== ''
      ? `${videoOf(words.sound, 'preview,thumbnailBig')}<div class="bar"><div class="tools">${chapters}</div></div>`
      : `${picture('preview,thumbnailBig')}<audio controls preload="metadata" src="${address('proxy')}${at}" aria-label="${words.sound}: ${name}"></audio>`
}

/**
 * Over the poster until it plays, so that a film that is still loading looks like one. The browser's own
 * controls do the same for the keyboard and for screen readers.
 */
const playButton =
  '<button type="button" class="play" tabindex="-1" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M8 5v14l11-7z"/></svg></button>'

/** Its own time line, as that of browsers shows no frames. */
function timeLine(frames: string, label: string): string {
  return `<div class="line" hidden data-frames="${frames}"><div class="peek" hidden><img alt=""><span></span></div><input type="range" min="0" step="any" value="0" aria-label="${label}"></div>`
}

/** Filled and shown where there are some: browsers have the choice in a menu that is hard to find. */
function subtitles(words: (typeof texts)['en' | 'fr']): string {
  return choice('texts', words.subtitles, `<option value="-1">${words.noSubtitles}</option>`)
}

function qualities(sizes: readonly number[], words: (typeof texts)['en' | 'fr']): string {
  if (sizes.length === 0) return ''
  const options = sizes.map((lines) => `<option value="${lines}">${lines}p</option>`)
  return choice('quality', words.quality, `<option value="">${words.auto}</option>${options.join('')}`)
}

const signs = {
  texts:
    '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="M10 10.5a2 2 0 1 0 0 3M17 10.5a2 2 0 1 0 0 3"/>',
  chapters: '<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>',
  quality:
    '<path d="M4 7h8M18 7h2M4 17h2M12 17h8"/><circle cx="15" cy="7" r="2.5"/><circle cx="9" cy="17" r="2.5"/>',
}

/** A sign, under which lies the list that the browser opens: hidden until it is filled. */
function choice(name: keyof typeof signs, label: string, options: string): string {
  return `<span class="pick" title="${label}"><svg viewBox="0 0 24 24" aria-hidden="true">${signs[name]}</svg><select class="${name}" hidden aria-label="${label}">${options}</select></span>`
}

/** Shows the film with what stands below it, where the browser's own button shows the film alone. */
function fullScreenButton(label: string): string {
  return `<button type="button" class="full" hidden aria-pressed="false" aria-label="${label}" title="${label}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/></svg></button>`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
