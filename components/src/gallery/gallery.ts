import { createElement } from 'react'
import { z } from 'zod'
import { defineComponent } from '../component/define-component.ts'
import { line, shape } from '../component/property.ts'
import { pictureElement } from '../picture/picture-element.ts'

/** Pictures of the assets that match a query. Without one it shows nothing: not the whole library. */
export const gallery = defineComponent({
  name: 'gallery',
  label: { en: 'Gallery', fr: 'Galerie' },
  props: z.object({
    title: line(),
    /** In the query language, as JSON. */
    query: z.record(z.string(), z.unknown()).default({}).meta({ field: 'query' }),
    /** As lists take it: `name`, `created desc`. */
    orderby: line(200).meta({ field: 'order' }),
    max: z.int().min(1).max(200).default(24),
    shape: shape.default('landscape'),
    captions: z.boolean().default(true),
  }),
  slots: [],
  needs: ({ query, orderby, max }) =>
    Object.keys(query).length === 0 ? {} : { search: { query, orderby, max } },
  render: ({ props, found }) => {
    const items = found.flatMap((asset) => {
      const alt = asset.description || asset.name
      const image = pictureElement({ asset, alt, sizes, shape: props.shape })
      if (!image) return []
      const caption = props.captions ? createElement('figcaption', null, asset.name) : null
      return [createElement('li', { key: asset.id }, createElement('figure', null, image, caption))]
    })
    if (items.length === 0) return null
    return createElement(
      'section',
      null,
      props.title === '' ? null : createElement('h2', null, props.title),
      createElement('ul', { className: 'gallery' }, items),
    )
  },
  style: `
.gallery{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));margin:0;padding:0;list-style:none}`,
})

const sizes = '(min-width: 70rem) 17rem, (min-width: 32rem) 50vw, 100vw'
