import { pageProps, readObject, type AnyComponent } from '@cartouche/components'
import { componentNamed } from '../published-pages/read-page.ts'
import type { MentionRow } from '../asset-uses/asset-uses.sql.ts'

/** The texts of a widget or a page in which assets may stand. */
export type MentionTexts = Pick<MentionRow, 'props' | 'value' | 'translations'>

/**
 * A widget or a page with one asset in the place of others: where its component has an asset, and where
 * links lead to one, in all languages. A number that means something else stays. Texts that do not change are
 * as they were.
 */
export function replaceAsset(row: MentionRow, ids: ReadonlySet<number>, keep: number): MentionTexts {
  const component = row.component === null ? undefined : componentNamed(row.component)
  const shape = row.parent === null ? pageProps.shape : component?.props.shape
  const replace = (id: number): number => (ids.has(id) ? keep : id)
  return {
    props: changedJson(row.props, (name, value) => replaceValue(fieldOf(shape, name), value, replace)),
    value:
      row.value === null || component?.valueProp === undefined
        ? row.value
        : String(replaceValue(fieldOf(shape, component.valueProp), row.value, replace)),
    translations: changedJson(row.translations, (_name, value) =>
      typeof value === 'string' ? replaceLinks(replaceLink(value, replace), replace) : value,
    ),
  }
}

type Replace = (id: number) => number

/** What a property is edited as, which says what it means. */
function fieldOf(shape: AnyComponent['props']['shape'] | undefined, name: string): unknown {
  return shape && Object.hasOwn(shape, name)
    ? (shape[name] as { meta?: () => { field?: unknown } | undefined }).meta?.()?.field
    : undefined
}

function replaceValue(field: unknown, value: unknown, replace: Replace): unknown {
  if (field === 'asset' && typeof value === 'number') return replace(value)
  if (field === 'assets' && Array.isArray(value))
    return [...new Set(value.map((id: unknown) => (typeof id === 'number' ? replace(id) : id)))]
  if (field === 'address' && typeof value === 'string') return replaceLink(value, replace)
  if (field === 'html' && typeof value === 'string') return replaceLinks(value, replace)
  return value
}

/** A text that is a link. */
function replaceLink(text: string, replace: Replace): string {
  return text.replace(/^asset:(\d{1,15})$/, (_link, id) => `asset:${replace(Number(id))}`)
}

/** Links in a text. */
function replaceLinks(html: string, replace: Replace): string {
  return html.replaceAll(
    /(\bhref\s*=\s*["']?)asset:(\d{1,15})(?!\d)/gi,
    (_link, before: string, id: string) => `${before}asset:${replace(Number(id))}`,
  )
}

function changedJson(text: string, change: (name: string, value: unknown) => unknown): string {
  const before = Object.entries(readObject(text).object)
  const after = before.map(([name, value]): [string, unknown] => [name, change(name, value)])
  return after.every(([, value], at) => JSON.stringify(value) === JSON.stringify(before[at]?.[1]))
    ? text
    : JSON.stringify(Object.fromEntries(after))
}
