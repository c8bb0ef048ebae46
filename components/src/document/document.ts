import { createElement } from 'react'
import { z } from 'zod'
import type { Asset } from '../component/asset.ts'
import { defineComponent } from '../component/define-component.ts'
import { unavailableElement } from '../component/unavailable.ts'
import { assetId, assetIds, line } from '../component/property.ts'
import { pictureElement } from '../picture/picture-element.ts'

/** A document: its first page, and the file to take where the reader may. */
export const document = defineComponent({
  name: 'document',
  label: { en: 'Document', fr: 'Document' },
  props: z.object({ asset: assetId('DOCUMENT'), title: line() }),
  slots: [],
  needs: ({ asset }) => (asset === null ? {} : { assets: [asset], files: [asset] }),
  render: ({ props: { asset: id, title }, asset: assetOf, locale }) => {
    const asset = assetOf(id)
    if (!asset) return unavailableElement('document', { id, locale })
    const name = title || asset.name
    const first = pictureElement({ asset, alt: '', sizes: '16rem' })
    const link = asset.file
      ? createElement('a', { href: asset.file.address }, `${name} (${sizeOf(asset, locale)})`)
      : createElement('span', null, name)
    return createElement('div', { className: 'document' }, first, link)
  },
  style: `
.document{display:grid;gap:.75rem;justify-items:start}.document .picture{max-width:16rem;border:1px solid var(--line)}`,
})

/** Files to take. Those that the reader may not take are missing. */
export const files = defineComponent({
  name: 'files',
  label: { en: 'Files', fr: 'Fichiers' },
  props: z.object({ title: line(), assets: assetIds }),
  slots: [],
  needs: ({ assets }) => ({ assets, files: assets }),
  render: ({ props: { title, assets }, asset: assetOf, locale }) => {
    const items = assets.flatMap((id) => {
      const asset = assetOf(id)
      if (!asset?.file) return []
      const link = createElement('a', { href: asset.file.address }, asset.name)
      return [createElement('li', { key: id }, link, ` (${sizeOf(asset, locale)})`)]
    })
    if (items.length === 0) return null
    return createElement(
      'section',
      null,
      title === '' ? null : createElement('h2', null, title),
      createElement('ul', null, items),
    )
  },
  style: '',
})

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function sizeOf({ file }: Asset, locale: string): string {
  const bytes = file?.sizeBytes ?? 0
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
