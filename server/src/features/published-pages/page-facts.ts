import type { Gallery } from './page-cache.ts'
import type { PageContent, Widget } from './read-page.ts'

/** The title of a page: its own, or its name. */
export function titleOf({ props, page }: PageContent): string {
  return props.title || page.name
}

/** The galleries of a page that have a feed: those of a page that is open to everybody. */
export function galleriesOf(content: PageContent): ReadonlyMap<number, Gallery> {
  if (!content.page.public) return new Map()
  const galleries = allWidgets(content.widgets).filter(({ component }) => component.name === 'gallery')
  return new Map(
    galleries.map(({ id, props, found }) => {
      const title =
        typeof props['title'] === 'string' && props['title'] !== '' ? props['title'] : titleOf(content)
      return [id, { title, assets: found.flatMap((asset) => content.assets.get(asset) ?? []) }]
    }),
  )
}

function allWidgets(widgets: readonly Widget[]): Widget[] {
  return widgets.flatMap((widget) => [widget, ...allWidgets(widget.children)])
}
