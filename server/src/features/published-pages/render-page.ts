import { createHash } from 'node:crypto'
import { components, linkTarget, pageStyle, type Asset } from '@cartouche/components'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Log } from '../../ground/log.ts'
import { addressOf } from './find-page.ts'
import { galleriesOf, titleOf } from './page-facts.ts'
import type { PageContent, Widget } from './read-page.ts'

/** The look of the organisation, as far as pages show it. */
export interface PageBrand {
  readonly name: string
  readonly favicon: string
  /** Accents that are readable on light and on dark. */
  readonly accents: { readonly light: string; readonly dark: string } | undefined
}

/** Where a page stands and who says so. */
export interface PageAround {
  readonly baseUrl: string
  readonly brand: PageBrand
  readonly log: Log
}

/** A page as it is sent. */
export interface Document {
  readonly html: string
  readonly contentSecurityPolicy: string
}

/** Draws a page: the same content gives the same bytes. */
export function renderPage(content: PageContent, around: PageAround): Document {
  const { props } = content
  const title = titleOf(content)
  const body = createElement(
    'main',
    null,
    createElement('h1', null, title),
    ...renderWidgets(content, content.widgets, around.log),
  )
  const head = createElement(Fragment, null, ...headOf(content, title, around))
  return documentOf({ language: props.language, head, body, brand: around.brand })
}

/**
 * Writes a document around what was drawn. Only its own style counts, and only our own addresses are
 * loaded.
 */
export function documentOf({
  language,
  head,
  body,
  brand,
}: {
  readonly language: string
  readonly head: ReactNode
  readonly body: ReactNode
  readonly brand: PageBrand
}): Document {
  const styles = [style, ...accentStyle(brand)]
  const markup = renderToStaticMarkup(
    createElement(
      'html',
      { lang: language },
      createElement(
        'head',
        null,
        createElement('meta', { charSet: 'utf-8' }),
        createElement('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
        head,
        ...(brand.favicon === '' ? [] : [createElement('link', { rel: 'icon', href: brand.favicon })]),
        ...styles.map((css) => createElement('style', { dangerouslySetInnerHTML: { __html: css } })),
      ),
      createElement('body', null, body),
    ),
  )
  const contentSecurityPolicy = [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { html: `<!doctype html>${markup}`, contentSecurityPolicy }
}

/** One sheet for every page: a browser that has one has the looks of all components. */
const style = [pageStyle, ...Object.values(components).map((component) => component.style)].join('\n')

function accentStyle({ accents }: PageBrand): string[] {
  return accents === undefined
    ? []
    : [
        `@media screen{:root{--accent:${accents.light}}}@media screen and (prefers-color-scheme:dark){:root{--accent:${accents.dark}}}`,
      ]
}

function headOf(content: PageContent, title: string, { baseUrl, brand }: PageAround): ReactNode[] {
  const { page, props, assets, reader } = content
  const address = `${baseUrl}${addressOf(page)}`
  const picture = props.picture === null ? undefined : pictureOf(assets.get(props.picture))
  const about: (readonly [property: string, content: string])[] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:url', address],
    ['og:site_name', brand.name],
    ['og:locale', props.language.replace('-', '_')],
    ...(props.description === '' ? [] : ([['og:description', props.description]] as const)),
    ...(picture === undefined
      ? []
      : ([
          ['og:image', `${baseUrl}${picture.address}`],
          ['og:image:width', String(picture.width)],
          ['og:image:height', String(picture.height)],
        ] as const)),
  ]
  const isHidden = props.hidden || reader.kind !== 'page'
  return [
    createElement('title', null, brand.name === '' ? title : `${title} – ${brand.name}`),
    createElement('link', { rel: 'canonical', href: address }),
    ...(props.description === ''
      ? []
      : [createElement('meta', { name: 'description', content: props.description })]),
    ...(isHidden ? [createElement('meta', { name: 'robots', content: 'noindex' })] : []),
    ...[...galleriesOf(content)].map(([id, gallery]) =>
      createElement('link', {
        rel: 'alternate',
        type: 'application/rss+xml',
        title: gallery.title,
        href: `${baseUrl}/page-feeds/${page.id}/${id}`,
      }),
    ),
    ...about.map(([property, content]) => createElement('meta', { property, content })),
  ]
}

/** What is shown beside a link is some 1,200 pixels wide. */
function pictureOf(asset: Asset | undefined): Asset['pictures'][number] | undefined {
  const plain = asset?.pictures.filter(({ mediaType }) => mediaType === 'image/jpeg') ?? []
  return plain.find(({ width }) => width >= 1200) ?? plain.at(-1)
}

function renderWidgets(content: PageContent, widgets: readonly Widget[], log: Log): ReactNode[] {
  return widgets.map((widget) => renderWidget(content, widget, log))
}

/** A component that fails takes nothing else with it. */
function renderWidget(content: PageContent, widget: Widget, log: Log): ReactNode {
  const { assets, links, props: page } = content
  try {
    return widget.component.render({
      id: widget.id,
      props: widget.props as never,
      asset: (id) => (id === null ? undefined : assets.get(id)),
      link: (link) => (linkTarget(link) ? links.get(link) : link),
      found: widget.found.flatMap((id) => assets.get(id) ?? []),
      slot: (name) =>
        renderWidgets(
          content,
          widget.children.filter(({ slot }) => placeOf(widget, slot) === name),
          log,
        ),
      locale: page.language.startsWith('fr') ? 'fr' : 'en',
    })
  } catch (error) {
    log.error(
      { widget: widget.id, component: widget.component.name, error: String(error) },
      'A widget was left out',
    )
    return null
  }
}

/** What stands in a slot that there is not is shown in the first: it is not lost. */
function placeOf({ component: { slots } }: Widget, slot: string): string {
  return slots.includes(slot) ? slot : ''
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
