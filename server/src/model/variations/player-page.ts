import { createHash } from 'node:crypto'
import type { Media } from './find-media.ts'

/** What a player page shows and where. */
export interface PlayerOptions {
  readonly media: Media
  readonly locale: string
  readonly startSeconds: number
  readonly ticket: string | undefined
  /** Lengths of CSS. */
  readonly width: string
  readonly height: string
  /** Origins beside our own that may show it in a frame. */
  readonly embedders: readonly string[]
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
 * What the page does by itself: waits for what is being prepared, tells the parent which actions it takes and
 * what happens, and takes them from the parent alone.
 */
const script = `
const media=document.querySelector('video,audio'),note=document.querySelector('p'),say=(message)=>parent!==window&&parent.postMessage(message,'*');
const actions=media?['play','pause','seek','mute','unmute']:[];
const list=()=>say({type:'listActions',name:'listActions',actions});
let tries=0;
const retry=async()=>{const answer=await fetch(media.currentSrc||media.src,{headers:{Range:'bytes=0-0'}}).catch(()=>undefined);
if(answer&&(answer.status===206||answer.status===200)&&tries++<2){note.hidden=true;media.load();return}
if(answer&&answer.status===202){note.textContent=note.dataset.preparing;note.hidden=false;setTimeout(retry,3000);return}
note.textContent=note.dataset.failed;note.hidden=false;say({type:'player',event:'error'})};
if(media){media.addEventListener('error',retry);
for(const event of ['play','pause','ended','seeked','volumechange','loadedmetadata'])media.addEventListener(event,()=>say({type:'player',event,time:media.currentTime,duration:media.duration||0}));}
addEventListener('message',({data,source})=>{if(source!==parent||!data)return;
const name=typeof data==='string'?data:data.action||data.type;
if(name==='listActions')list();else if(!media)return;
else if(name==='play')void media.play();else if(name==='pause')media.pause();
else if(name==='mute'||name==='unmute')media.muted=name==='mute';
else if(name==='seek'&&Number.isFinite(data.time))media.currentTime=data.time});
list();`

/**
 * Writes the page. Only its own script and style run, and only our own addresses are loaded.
 * @source portal §7: listActions; data-layer §9: width and height
 */
export function playerPage(options: PlayerOptions): { html: string; contentSecurityPolicy: string } {
  const { media, locale } = options
  const words = locale === 'fr' ? texts.fr : texts.en
  const sizes = `main{--w:${options.width};--h:${options.height}}`
  const html = `<!doctype html>
<html lang="${locale === 'fr' ? 'fr' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(media.fileName)}</title><style>${style}</style><style>${sizes}</style></head>
<body><main>${contentOf(options, words)}<p role="status" hidden data-preparing="${escapeHtml(words.preparing)}" data-failed="${escapeHtml(words.failed)}"></p></main>
<script>${script}</script></body></html>`
  const contentSecurityPolicy = [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)} ${hashOf(sizes)}`,
    `frame-ancestors ${["'self'", ...options.embedders].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { html, contentSecurityPolicy }
}

function contentOf(options: PlayerOptions, words: { film: string; sound: string }): string {
  const { media, startSeconds } = options
  const at = startSeconds > 0 ? `#t=${startSeconds}` : ''
  const name = escapeHtml(media.fileName)
  if (media.nature === 'VIDEO') {
    return `<video controls playsinline preload="metadata" poster="${address(options, 'preview')}" src="${address(options, 'proxy')}${at}" aria-label="${words.film}: ${name}"></video>`
  }
  const picture = `<img src="${address(options, 'preview,thumbnailBig')}" alt="${name}">`
  return media.nature === 'AUDIO'
    ? `${picture}<audio controls preload="metadata" src="${address(options, 'proxy')}${at}" aria-label="${words.sound}: ${name}"></audio>`
    : picture
}

/** Relative, so that it holds with and without `/api` and behind a proxy. */
function address({ media, ticket }: PlayerOptions, names: string): string {
  const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`
  return escapeHtml(`../../../variation/${media.resource}/${media.id}/${names}${query}`)
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
