import { calls } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { nounError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, createKeyedStore, type KeyedReadable, type Readable } from '../store/keyed-store.ts'
import { createPageEditors, type PageEditor } from './page-editor.ts'
import { pageErrors } from './page-errors.ts'
import { createPageList, pageTree, type PageListSnapshot, type PageNode } from './page-list.ts'
import type { PageRecord } from './page-record.ts'
import { createPageSchedules, type PageSchedules } from './page-schedules.ts'

/** The id of the page that is changed in place of another; null before it is known. */
export interface WorkingCopySnapshot {
  /** `resolving` the first time, then `fetching`; `loaded`, or `error`. */
  readonly status: LoadStatus
  readonly id: number | null
  readonly error: Failure | null
}

/**
 * Pages: the list of them, what stands in each, and how it is edited and published.
 * @source data-layer §3 CMS page, §4 CMS, §7 CMS, §9; decisions 0162, 0163, 0178
 */
export interface Pages extends Forgetful {
  readonly list: Readable<PageListSnapshot>
  readonly schedules: Omit<PageSchedules, 'clear'>
  /** Whether pages are shown to be edited: with a toolbar, by their working copies. */
  readonly editMode: Readable<boolean>
  /** By the id of the page. */
  readonly workingCopies: KeyedReadable<WorkingCopySnapshot>
  /** Reads all pages that are no models. */
  fetchPages(): Promise<void>
  /** The pages of the list as a tree: the published ones by default. */
  tree(status?: number): readonly PageNode[]
  /**
   * The page at an address, a published one by default; of several, the highest version. Reads the list where
   * that was not read yet.
   * @throws page_unknown, with `status` 404 and `path` in its data
   */
  find(path: string, status?: number): Promise<PageRecord>
  /** One page: the same object for the same id. */
  page(id: number): PageEditor
  /** A component, from which widgets are copied, by the id of its master. */
  component(id: number): PageEditor
  /** The working copy of a page, which is read as well. @throws entity_not_found, access_denied */
  fetchWorkingCopy(id: number): Promise<PageEditor>
  setEditMode(on: boolean): void
  toggleEditMode(): void
  /** Reads the page that is to be shown: in edit mode its working copy. */
  open(id: number): Promise<PageEditor>
  /**
   * Saves what is not saved of a draft and publishes it; answers the page that is published now, which is
   * read again: of a working copy its original.
   * @throws page_unread; action_not_possible, access_denied, version_conflict
   */
  publish(id: number): Promise<number>
  /**
   * Deletes a page with its working copy and its earlier versions, whose ids were shown to the user, or
   * nothing.
   * @throws page_versions_changed, entity_not_found, access_denied, delete_refused, entity_in_use
   */
  deleteWithVersions(id: number, versions: readonly number[]): Promise<void>
}

/** Pages of a client. */
export const pagesOf = attach(createPages)

const noCopy: WorkingCopySnapshot = { status: 'unknown', id: null, error: null }

function createPages(client: Client): Pages {
  const list = createPageList(client)
  const editors = createPageEditors(client)
  const schedules = createPageSchedules(client)
  const editMode = createCell(false)
  const copies = createKeyedStore(() => noCopy)
  const page = (id: number): PageEditor => editors.open({ resource: 'page', id })

  const resolveCopy = async (id: number): Promise<number> => {
    const before = copies.get(String(id))
    const asked: WorkingCopySnapshot = {
      ...before,
      status: before.id === null ? 'resolving' : 'fetching',
      error: null,
    }
    copies.set(String(id), asked)
    const settle = (change: Partial<WorkingCopySnapshot>): void => {
      if (copies.get(String(id)) === asked) copies.set(String(id), { ...asked, ...change })
    }
    try {
      const { response } = await client.call(calls.getWorkingCopy, { object: 'clubwedpagedesc', id })
      settle({ status: 'loaded', id: Number(response.data) })
      return Number(response.data)
    } catch (error) {
      settle({ status: 'error', error: toFailure(error) })
      throw toFailure(error)
    }
  }
  const fetchWorkingCopy = async (id: number): Promise<PageEditor> => {
    const copy = page(await resolveCopy(id))
    await copy.fetch()
    return copy
  }
  return {
    list: list.snapshots,
    schedules,
    editMode,
    workingCopies: copies,
    fetchPages: list.fetch,
    tree: (status) => pageTree(list.snapshots.get().pages, status),
    find: list.find,
    page,
    component: (id) => editors.open({ resource: 'pagewidget', id }),
    fetchWorkingCopy,
    setEditMode: (on) => editMode.set(on),
    toggleEditMode: () => editMode.update((on) => !on),
    async open(id) {
      if (editMode.get()) return fetchWorkingCopy(id)
      await page(id).fetch()
      return page(id)
    },
    async publish(id) {
      const draft = page(id)
      const known = draft.get().page
      if (!known) throw nounError(pageErrors, 'page_unread', { id })
      const published = known.copietravail?.id ?? id
      await draft.publish()
      copies.delete(String(published))
      const rereads = [
        ...(published === id ? [] : [page(published).fetch()]),
        ...(list.snapshots.get().hasData ? [list.fetchAgain()] : []),
        ...(schedules.snapshots.get().hasData ? [schedules.fetch()] : []),
      ]
      // It is published, whether or not it could be read again: their statuses say that.
      await Promise.allSettled(rereads)
      return published
    },
    async deleteWithVersions(id, versions) {
      try {
        await client.call(calls.deletePageWithVersions, { page: id, versions: [...versions] })
      } finally {
        if (list.snapshots.get().hasData) await list.fetchAgain().catch(() => undefined)
      }
    },
    clear() {
      list.clear()
      schedules.clear()
      editors.clear()
      copies.clear()
      editMode.set(false)
    },
  }
}
