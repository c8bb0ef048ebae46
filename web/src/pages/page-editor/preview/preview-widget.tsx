import { linkTarget, parseProps, type AnyComponent, type Asset } from '@cartouche/components'
import { calls, type Client, type Widget } from '@cartouche/client'
import type { EntityData } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { createElement, type ReactNode } from 'react'
import { assetPath } from '../../../address/browse-cursor.ts'
import { pictureUrl } from '../../../components/asset-picture/picture-address.ts'
import { inSlot } from '../outline.ts'
import { componentOf } from '../page-components.ts'
import { toPreviewAsset } from './preview-asset.ts'

interface PreviewWidgetProps {
  readonly widget: Widget
  /** The language in which it is shown; the page's own by default. */
  readonly language: string | undefined
  readonly locale: 'en' | 'fr'
  /** Says, to whoever edits the page, that there is nothing to show yet. */
  readonly emptyText: (component: AnyComponent) => string
}

/** A widget as its component draws it, with what it needs of the library. */
export function PreviewWidget(props: PreviewWidgetProps) {
  const component = componentOf(props.widget)
  return component ? (
    <KnownWidget {...props} component={component} />
  ) : (
    <Empty id={props.widget.id} text={props.widget.component?.name ?? props.widget.name} />
  )
}

type KnownWidgetProps = PreviewWidgetProps & { readonly component: AnyComponent }

function KnownWidget(props: KnownWidgetProps) {
  const { component, widget, language } = props
  const translated = language === undefined ? undefined : { translations: widget.translations, language }
  const values = parseProps(component, JSON.stringify(widget.props), widget.value, translated).props
  const { assets = [], search, page } = component.needs(values as never)
  if (page !== undefined) return <Empty id={widget.id} text={page} />
  const drawn = { ...props, values }
  if (search)
    return <WithAssets {...drawn} isSearch query={search.query} max={search.max} orderby={search.orderby} />
  return assets.length === 0 ? (
    <Drawn {...drawn} assets={[]} isSearch={false} />
  ) : (
    <WithAssets
      {...drawn}
      isSearch={false}
      query={{ id: { in: [...assets] } }}
      max={Math.min(200, assets.length)}
      orderby=""
    />
  )
}

type DrawnProps = KnownWidgetProps & {
  readonly values: Readonly<Record<string, unknown>>
  readonly isSearch: boolean
}

interface Question {
  readonly query: Readonly<Record<string, unknown>>
  readonly max: number
  readonly orderby: string
}

function WithAssets({ query, max, orderby, ...props }: DrawnProps & Question) {
  const client = useClient()
  const { data, error } = useRead(calls.findEntities, {
    path: assetPath,
    query,
    max,
    withAggregates: false,
    ...(orderby === '' ? {} : { orderby }),
  })
  // An asset that is still being loaded is not missing.
  if (data === undefined && !error)
    return createElement('div', {
      'data-widget': props.widget.id,
      'aria-busy': true,
      className: 'unavailable',
    })
  const assets = (data?.response.data ?? []).flatMap((one) =>
    typeof one === 'string' ? [] : [assetOf(client, one)],
  )
  return <Drawn {...props} assets={assets} />
}

function assetOf(client: Client, data: EntityData): Asset {
  return toPreviewAsset(data, (variation) => pictureUrl(client, { id: data.id }, variation))
}

function Drawn({
  widget,
  component,
  values,
  assets,
  isSearch,
  language,
  locale,
  emptyText,
}: DrawnProps & { assets: readonly Asset[] }) {
  const slot = (name: string): readonly ReactNode[] =>
    inSlot(widget, name)
      .filter(({ enabled }) => enabled)
      .map((child) => (
        <PreviewWidget
          key={child.id}
          widget={child}
          language={language}
          locale={locale}
          emptyText={emptyText}
        />
      ))
  const drawn = draw(component, {
    id: widget.id,
    props: values as never,
    asset: (id) => assets.find((asset) => asset.id === id),
    // A preview leads nowhere.
    link: (link) => (linkTarget(link) ? '#' : link),
    found: isSearch ? assets : [],
    slot,
    locale,
  })
  if (drawn === null || (component.slots.length > 0 && widget.children.length === 0))
    return <Empty id={widget.id} text={emptyText(component)} />
  return createElement('div', { 'data-widget': widget.id }, drawn)
}

/** A component that fails takes nothing else with it, as on the published page. */
function draw(component: AnyComponent, rendering: Parameters<AnyComponent['render']>[0]): ReactNode {
  try {
    return component.render(rendering)
  } catch {
    return null
  }
}

function Empty({ id, text }: { readonly id: number; readonly text: string }) {
  return createElement('div', { 'data-widget': id, 'data-empty': '', dir: 'auto' }, text)
}
