import { createHash } from 'node:crypto'
import {
  components,
  directionIn,
  linkTarget,
  pageStyle,
  type Asset,
  type Direction,
} from '@cartouche/components'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Log } from '../../ground/log.ts'
import { galleriesOf, titleOf } from './page-facts.ts'
import { addressIn, alternatesOf } from './page-languages.ts'
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
    Fragment,
    null,
    languageMenu(content),
    createElement(
      'main',
      null,
      createElement('h1', null, title),
      ...renderWidgets(content, content.widgets, around.log),
    ),
  )
  const head = createElement(Fragment, null, ...headOf(content, title, around))
  return documentOf({ language: props.language, head, body, brand: around.brand })
}

/** Each language by its own name, as a link; nothing where there is one alone. */
function languageMenu({ page, props, languages }: PageContent): ReactNode {
  if (languages.length === 1) return null
  const links = languages.map((language) =>
    createElement(
      'a',
      {
        key: language,
        href: addressIn(page, language, languages),
        lang: language,
        ...directionOf(language, directionIn(props.language)),
        hrefLang: language,
        ...(language === props.language ? { 'aria-current': 'true' as const } : {}),
      },
      nameOf(language),
    ),
  )
  const label = props.language.startsWith('fr') ? 'Langues' : 'Languages'
  return createElement('nav', { className: 'languages', 'aria-label': label }, ...links)
}

/** The attribute `dir` of a language, where its direction is another than what stands around it. */
function directionOf(language: string, around: Direction): { readonly dir?: Direction } {
  const direction = directionIn(language)
  return direction === around ? {} : { dir: direction }
}

/** A language as those who speak it write it, with a capital: `Français`. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/**
 * Writes a document around what was drawn. Only its own style counts, and only our own addresses are loaded;
 * its forms go nowhere, or to this server where it `hasForm`.
 */
export function documentOf({
  language,
  head,
  body,
  brand,
  hasForm = false,
}: {
  readonly language: string
  readonly head: ReactNode
  readonly body: ReactNode
  readonly brand: PageBrand
  readonly hasForm?: boolean
}): Document {
  const styles = [style, ...accentStyle(brand)]
  const markup = renderToStaticMarkup(
    createElement(
      'html',
      { lang: language, ...directionOf(language, 'ltr') },
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
    `form-action ${hasForm ? "'self'" : "'none'"}`,
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
  const { page, props, languages, assets } = content
  const address = `${baseUrl}${addressIn(page, props.language, languages)}`
  const picture = props.picture === null ? undefined : pictureOf(assets.get(props.picture))
  const about: (readonly [property: string, content: string])[] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:url', address],
    ['og:site_name', brand.name],
    ['og:locale', localeOf(props.language)],
    ...languages
      .filter((other) => other !== props.language)
      .map((other) => ['og:locale:alternate', localeOf(other)] as const),
    ...(props.description === '' ? [] : ([['og:description', props.description]] as const)),
    ...(picture === undefined
      ? []
      : ([
          ['og:image', `${baseUrl}${picture.address}`],
          ['og:image:width', String(picture.width)],
          ['og:image:height', String(picture.height)],
        ] as const)),
  ]
  const isHidden = props.hidden || !page.public
  return [
    createElement('title', null, brand.name === '' ? title : `${title} – ${brand.name}`),
    createElement('link', { rel: 'canonical', href: address }),
    ...alternatesOf(page, languages, baseUrl).map(({ hreflang, href }) =>
      createElement('link', { rel: 'alternate', hrefLang: hreflang, href }),
    ),
    ...(props.description === ''
      ? []
      : [createElement('meta', { name: 'description', content: props.description })]),
    ...(isHidden ? [createElement('meta', { name: 'robots', content: 'noindex' })] : []),
    ...[...galleriesOf(content)].map(([id, gallery]) =>
      createElement('link', {
        rel: 'alternate',
        type: 'application/rss+xml',
        title: gallery.title,
        href: `${baseUrl}/page-feeds/${page.id}/${id}${languages.length > 1 ? `?lang=${props.language}` : ''}`,
      }),
    ),
    ...about.map(([property, content]) => createElement('meta', { property, content })),
  ]
}

/** As Open Graph writes it: `fr_CA`. */
const localeOf = (language: string): string => language.replace('-', '_')

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
