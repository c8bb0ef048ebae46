import { createElement, type ReactNode } from 'react'
import { z } from 'zod'
import type { Asset, Subtitles } from '../component/asset.ts'
import { defineComponent } from '../component/define-component.ts'
import { unavailableElement } from '../component/unavailable.ts'
import { assetId, line } from '../component/property.ts'

const propsOf = (nature: Asset['nature']) => z.object({ asset: assetId(nature), caption: line(1000) })

/** A film with the player of the browser. */
export const video = defineComponent({
  name: 'video',
  label: { en: 'Video', fr: 'Vidéo' },
  props: propsOf('VIDEO'),
  slots: [],
  needs: ({ asset }) => ({ assets: asset === null ? [] : [asset] }),
  render: ({ props: { asset: id, caption }, asset: assetOf, locale }) => {
    const asset = assetOf(id)
    if (!asset) return unavailableElement('video', { id, locale })
    if (asset.nature !== 'VIDEO' || !asset.player) return null
    const { address, adaptive, mediaType, width, height, subtitles } = asset.player
    const poster = asset.pictures.at(-1)?.address
    const film = { ...playing(asset), playsInline: true, width, height, poster, className: 'film' }
    const tracks = subtitles.map((one) => trackElement(one))
    if (adaptive === undefined)
      return withCaption(createElement('video', { ...film, src: address }, ...tracks), caption)
    const sources = [
      createElement('source', { key: 'adaptive', src: adaptive, type: 'application/vnd.apple.mpegurl' }),
      createElement('source', { key: 'whole', src: address, type: mediaType }),
    ]
    return withCaption(createElement('video', film, ...sources, ...tracks), caption)
  },
  style: `
.film{display:block;width:100%;height:auto;background:#000}.sound{display:block;width:100%}`,
})

/** A recording with the player of the browser. */
export const audio = defineComponent({
  name: 'audio',
  label: { en: 'Audio', fr: 'Audio' },
  props: propsOf('AUDIO'),
  slots: [],
  needs: ({ asset }) => ({ assets: asset === null ? [] : [asset] }),
  render: ({ props: { asset: id, caption }, asset: assetOf, locale }) => {
    const asset = assetOf(id)
    if (!asset) return unavailableElement('audio', { id, locale })
    if (asset.nature !== 'AUDIO' || !asset.player) return null
    const sound = { ...playing(asset), className: 'sound', src: asset.player.address }
    return withCaption(createElement('audio', sound), caption || asset.name)
  },
  style: '',
})

/** Nothing is fetched before somebody plays it. */
function playing({ name }: Asset) {
  return { controls: true, preload: 'none', 'aria-label': name } as const
}

function trackElement({ address, kind, language, label, isShown }: Subtitles): ReactNode {
  return createElement('track', {
    key: address,
    src: address,
    kind,
    srcLang: language,
    label,
    ...(isShown ? { default: true } : {}),
  })
}

function withCaption(player: ReactNode, caption: string): ReactNode {
  return createElement(
    'figure',
    null,
    player,
    caption === '' ? null : createElement('figcaption', null, caption),
  )
}
