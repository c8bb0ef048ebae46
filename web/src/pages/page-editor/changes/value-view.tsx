import { calls, type Page } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { useIntl } from 'react-intl'
import { assetPath } from '../../../address/browse-cursor.ts'
import { useLanguage } from '../../../translations/translations.tsx'
import { find } from '../outline.ts'
import { fieldOf, valueText, widgetName, type NamedValue } from './value-text.ts'

interface ValueViewProps {
  readonly of: NamedValue
  readonly value: unknown
  /** Shows a text as the HTML that it is. */
  readonly isRaw?: boolean
  /** Names the widgets of an order. */
  readonly page: Page
}

/** A value as people read it: assets and widgets by their names. */
export function ValueView({ of, value, isRaw = false, page }: ValueViewProps) {
  const intl = useIntl()
  const { language } = useLanguage()
  const field = fieldOf(of)
  const ids = [value].flat().filter((id): id is number => typeof id === 'number')
  if (of.field === 'children')
    return ids
      .flatMap((id) => find(page, id)?.widget ?? [])
      .map((widget) => widgetName(widget, language))
      .join(', ')
  if (ids.length > 0 && (field?.kind === 'asset' || field?.kind === 'assets')) return <AssetNames ids={ids} />
  return isRaw && typeof value === 'string' ? value : valueText(intl, field, value)
}

function AssetNames({ ids }: { readonly ids: readonly number[] }) {
  const intl = useIntl()
  const { data, status } = useRead(calls.findEntities, {
    path: assetPath,
    query: { id: { in: [...ids] } },
    max: Math.min(200, ids.length),
    withAggregates: false,
  })
  const found = (data?.response.data ?? []).filter((one) => typeof one !== 'string')
  const missing = status === 'loaded' ? 'assetPicker.gone' : 'loading'
  return ids
    .map((id) => found.find((asset) => asset.id === id)?.name ?? intl.formatMessage({ id: missing }, { id }))
    .join(', ')
}
