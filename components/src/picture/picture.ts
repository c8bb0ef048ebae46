import { createElement } from 'react'
import { z } from 'zod'
import { defineComponent } from '../component/define-component.ts'
import { unavailableElement } from '../component/unavailable.ts'
import { assetId, focus, line, shape } from '../component/property.ts'
import { pictureElement, pictureStyle } from './picture-element.ts'

/** One asset's picture, whole or cut around its focal point, with a caption. */
export const picture = defineComponent({
  name: 'picture',
  label: { en: 'Image', fr: 'Image' },
  props: z.object({
    asset: assetId('IMAGE'),
    /** What it shows, in place of the asset's own description. */
    alt: line(),
    caption: line(1000),
    shape,
    focus,
    /** The first of its page: loaded at once. */
    first: z.boolean().default(false),
  }),
  slots: [],
  needs: ({ asset }) => ({ assets: asset === null ? [] : [asset] }),
  render: ({ props, asset: assetOf, locale }) => {
    const asset = assetOf(props.asset)
    if (!asset) return unavailableElement('picture', { id: props.asset, locale, shape: props.shape })
    const image = pictureElement({
      asset,
      alt: props.alt || asset.description || asset.name,
      sizes: '(min-width: 70rem) 68rem, 100vw',
      shape: props.shape,
      focus: props.focus,
      isFirst: props.first,
    })
    if (!image) return null
    return createElement(
      'figure',
      null,
      image,
      props.caption === '' ? null : createElement('figcaption', null, props.caption),
    )
  },
  style: pictureStyle,
})
