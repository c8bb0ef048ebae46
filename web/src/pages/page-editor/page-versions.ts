import type { PageRecord } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { pageRows, type PageState } from '../pages/page-rows.ts'

/** A page, or what is or was in its place. */
export interface PageVersion {
  readonly id: number
  /** Counts how often it was published. */
  readonly version: number
  readonly name: string
  readonly state: PageState | 'copy'
}

/** The working copy of a page, the page itself, and what was published before, the latest first. */
export function versionsOf(
  pages: readonly PageRecord[],
  { id, copietravail }: Pick<PageRecord, 'id' | 'copietravail'>,
): readonly PageVersion[] {
  const original = copietravail?.id ?? id
  const row = pageRows(pages).find(({ page }) => page.id === original)
  if (!row) return []
  const { page, copy, versions, state } = row
  const toVersion = (one: PageRecord, own: PageVersion['state']): PageVersion => ({
    id: one.id,
    version: one.version,
    name: one.name,
    state: own,
  })
  return [
    ...(copy ? [toVersion(copy, 'copy')] : []),
    toVersion(page, state === 'changed' ? 'published' : state),
    ...versions.map((one) => toVersion(one, 'archived')),
  ]
}

/** What a version is called among the others. */
export function versionName(intl: IntlShape, { state, version, name }: PageVersion): string {
  return state === 'archived'
    ? intl.formatMessage({ id: 'pageEditor.version' }, { version, name })
    : intl.formatMessage({ id: `pages.state.${state}` })
}

/** What a version is compared with first: the one before it, or of the first the one after it. */
export function comparedFirst(versions: readonly PageVersion[], id: number): PageVersion | undefined {
  const at = versions.findIndex((one) => one.id === id)
  return at < 0 ? undefined : (versions[at + 1] ?? versions[at - 1])
}
