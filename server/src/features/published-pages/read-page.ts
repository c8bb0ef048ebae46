import {
  components,
  inLanguage,
  languagesOf,
  pageProps,
  parseProps,
  type AnyComponent,
  type Asset,
  type Needs,
  type PageProps,
} from '@cartouche/components'
import { partPath } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Identity } from '../../access/identity.ts'
import { findPageAt, trimSlashes, type ReadablePage } from './find-page.ts'
import { propsOfPage, translationsOf } from './page-languages.ts'
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
  /** In the language in which it is read, which `language` names. */
  readonly props: PageProps
  /** The languages in which it is offered, its own first. */
  readonly languages: readonly string[]
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
  readonly language: string
  readonly languages: readonly string[]
  left: number
}

/**
 * Reads a page in a language: its widgets first, then all that they show, in one question each. What only
 * another of its languages leads to is among its assets as well: files are asked for in none.
 */
export async function readPage(
  context: Context,
  { page, reader }: ReadablePage,
  language: string,
): Promise<PageContent> {
  const own = { ...context, identity: reader }
  const said = propsOfPage(page)
  const languages = languagesOf(said)
  const reading: Reading = { context: own, needs: [], language, languages, left: maxWidgets }
  const isOwn = language === said.language
  const texts = isOwn ? said : inLanguage(pageProps, said, translationsOf(page.translations), language)
  const props = { ...(texts as PageProps), language }
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
    language,
  })
  const links = await readLinks(own, linked, { assets, language })
  return {
    page,
    props,
    languages,
    reader,
    widgets,
    assets,
    links,
    files: files.filter((id) => assets.get(id)?.file),
  }
}

/** `around`: the pages that this one stands in, itself last; it never stands in itself. */
async function readWidgets(
  reading: Reading,
  page: PublishedPage,
  around: readonly number[],
): Promise<Widget[]> {
  const { id } = page
  const path = partPath({ resource: 'page', id })
  const rows = await selectWidgets(reading.context.database, path, { max: reading.left, maxLength })
  reading.left -= rows.length
  const byPlace = Map.groupBy(rows, ({ parent }) => parent)
  const own = propsOfPage(page).language
  return readPlace(reading, { byPlace, own, around: [...around, id] }, path)
}

/** The widgets of one page. */
interface PagePlace {
  /** By the path of what they stand in. */
  readonly byPlace: ReadonlyMap<string, readonly WidgetRow[]>
  /** The language in which they were written. */
  readonly own: string
  readonly around: readonly number[]
}

/** Widgets by the path of what they stand in: each is reached once, by its own path, or not at all. */
async function readPlace(reading: Reading, place: PagePlace, path: string): Promise<Widget[]> {
  const widgets: Widget[] = []
  for (const row of place.byPlace.get(path) ?? []) {
    const component = componentNamed(row.component)
    if (!component) continue
    const props = propsIn(component, row, place.own, reading.language)
    const needs = component.needs(props as never)
    reading.needs.push(needs, ...linksInOthers(reading, component, row, place.own))
    const below = partPath({ resource: 'pagewidget', id: row.id }, path)
    widgets.push({
      id: row.id,
      slot: row.slot,
      component,
      props,
      found: needs.search ? await searchAssets(reading.context, needs.search) : [],
      children: [
        ...(component.slots.length === 0 ? [] : await readPlace(reading, place, below)),
        ...(needs.page === undefined ? [] : await readInside(reading, needs.page, place.around)),
      ],
    })
  }
  return widgets
}

function propsIn(
  component: AnyComponent,
  { props, value, translations }: WidgetRow,
  own: string,
  language: string,
): Readonly<Record<string, unknown>> {
  const translated = language === own ? undefined : { translations: translationsOf(translations), language }
  return parseProps(component, props, value, translated).props
}

/** What the texts of a widget lead to in the languages in which it is not read. */
function linksInOthers(
  { language, languages }: Reading,
  component: AnyComponent,
  row: WidgetRow,
  own: string,
): Needs[] {
  if (languages.length === 1 || !/(?:page|asset|cart|share):/.test(row.props + row.translations)) return []
  return languages
    .filter((other) => other !== language)
    .flatMap((other) => {
      const { links } = component.needs(propsIn(component, row, own, other) as never)
      return links ? [{ links }] : []
    })
}

/** The widgets of another page. One that may not be read, or that this one stands in, has none. */
async function readInside(reading: Reading, address: string, around: readonly number[]): Promise<Widget[]> {
  if (reading.left <= 0 || around.length >= maxPages) return []
  const other = await findPageAt(reading.context, trimSlashes(address))
  return !other || around.includes(other.page.id) ? [] : readWidgets(reading, other.page, around)
}

/** The component of a name; undefined for one of another application. */
export function componentNamed(name: string): AnyComponent | undefined {
  return Object.hasOwn(components, name) ? components[name as keyof typeof components] : undefined
}

function foundIn(widgets: readonly Widget[]): number[] {
  return widgets.flatMap(({ found, children }) => [...found, ...foundIn(children)])
}
