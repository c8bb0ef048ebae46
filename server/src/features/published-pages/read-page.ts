import {
  components,
  pageProps,
  parseObject,
  parseProps,
  readObject,
  type AnyComponent,
  type Asset,
  type Needs,
  type PageProps,
} from '@cartouche/components'
import { partPath } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Identity } from '../../access/identity.ts'
import { findPageAt, trimSlashes, type ReadablePage } from './find-page.ts'
import type { PublishedPage, WidgetRow } from './published-pages.sql.ts'
import { selectWidgets } from './published-pages.sql.ts'
import { linkedAssets, readLinks } from './read-links.ts'
import { readAssets, searchAssets } from './read-assets.ts'

/** A widget that is shown, with what its component asked for. */
export interface Widget {
  readonly id: number
  readonly slot: string
  readonly component: AnyComponent
  readonly props: Readonly<Record<string, unknown>>
  readonly found: readonly number[]
  readonly children: readonly Widget[]
}

/** All that a page shows, as its reader may see it. */
export interface PageContent {
  readonly page: PublishedPage
  readonly props: PageProps
  readonly reader: Identity
  readonly widgets: readonly Widget[]
  /** By id: what is missing is gone, or may not be seen. */
  readonly assets: ReadonlyMap<number, Asset>
  /** Addresses of what its links lead to, by what is written: what is missing is gone, or may not be seen. */
  readonly links: ReadonlyMap<string, string>
  /** Ids of the assets whose files it offers. */
  readonly files: readonly number[]
}

/** Widgets of a page, those of pages that stand in it among them. */
const maxWidgets = 10_000
/** Pages in one another. */
const maxPages = 4
/** What the links of one page lead to by their ids. */
const maxLinks = 500
/** Characters of a widget's properties and of its text. */
const maxLength = 1_000_000

/** What is collected while the widgets of a page are read. */
interface Reading {
  readonly context: Context
  readonly needs: Needs[]
  left: number
}

/** Reads a page: its widgets first, then all that they show, in one question each. */
export async function readPage(context: Context, { page, reader }: ReadablePage): Promise<PageContent> {
  const own = { ...context, identity: reader }
  const reading: Reading = { context: own, needs: [], left: maxWidgets }
  const props = parseObject(pageProps, knownOnly(readObject(page.props).object)).props as PageProps
  const widgets = await readWidgets(reading, page, [])
  const files = reading.needs.flatMap((needs) => needs.files ?? [])
  const linked = [...new Set(reading.needs.flatMap((needs) => needs.links ?? []))].slice(0, maxLinks)
  const ids = [
    ...files,
    ...reading.needs.flatMap((needs) => needs.assets ?? []),
    ...foundIn(widgets),
    ...linkedAssets(linked),
  ]
  const assets = await readAssets(own, page.id, {
    ids: props.picture === null ? ids : [...ids, props.picture],
    files,
    language: props.language,
  })
  const links = await readLinks(own, linked, assets)
  return { page, props, reader, widgets, assets, links, files: files.filter((id) => assets.get(id)?.file) }
}

/** Applications keep properties of their own beside ours. */
function knownOnly(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(pageProps.shape, name)))
}

/** `around`: the pages that this one stands in, itself last; it never stands in itself. */
async function readWidgets(
  reading: Reading,
  { id }: PublishedPage,
  around: readonly number[],
): Promise<Widget[]> {
  const path = partPath({ resource: 'page', id })
  const rows = await selectWidgets(reading.context.database, path, { max: reading.left, maxLength })
  reading.left -= rows.length
  const byPlace = Map.groupBy(rows, ({ parent }) => parent)
  return readPlace(reading, byPlace, path, [...around, id])
}

/** Widgets by the path of what they stand in: each is reached once, by its own path, or not at all. */
async function readPlace(
  reading: Reading,
  byPlace: ReadonlyMap<string, readonly WidgetRow[]>,
  path: string,
  around: readonly number[],
): Promise<Widget[]> {
  const widgets: Widget[] = []
  for (const row of byPlace.get(path) ?? []) {
    const component = componentNamed(row.component)
    if (!component) continue
    const { props } = parseProps(component, row.props, row.value)
    const needs = component.needs(props as never)
    reading.needs.push(needs)
    const below = partPath({ resource: 'pagewidget', id: row.id }, path)
    widgets.push({
      id: row.id,
      slot: row.slot,
      component,
      props,
      found: needs.search ? await searchAssets(reading.context, needs.search) : [],
      children: [
        ...(component.slots.length === 0 ? [] : await readPlace(reading, byPlace, below, around)),
        ...(needs.page === undefined ? [] : await readInside(reading, needs.page, around)),
      ],
    })
  }
  return widgets
}

/** The widgets of another page. One that may not be read, or that this one stands in, has none. */
async function readInside(reading: Reading, address: string, around: readonly number[]): Promise<Widget[]> {
  if (reading.left <= 0 || around.length >= maxPages) return []
  const other = await findPageAt(reading.context, trimSlashes(address))
  return !other || around.includes(other.page.id) ? [] : readWidgets(reading, other.page, around)
}

function componentNamed(name: string): AnyComponent | undefined {
  return Object.hasOwn(components, name) ? components[name as keyof typeof components] : undefined
}

function foundIn(widgets: readonly Widget[]): number[] {
  return widgets.flatMap(({ found, children }) => [...found, ...foundIn(children)])
}
