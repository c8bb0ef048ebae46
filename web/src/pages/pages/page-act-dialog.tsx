import { pagesOf, workflowsOf } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { PageDialog } from '../../components/page-dialogs/page-dialog.tsx'
import { PageLinksDialog } from '../../components/page-links/page-links-dialog.tsx'
import { ScheduleDialog } from './schedule/schedule-dialog.tsx'
import { scheduleTargets } from './schedule/schedule-targets.ts'
import type { PageAct, PageRow } from './page-rows.ts'

/** What is asked about before it is done. */
export type AskedAct = Exclude<PageAct, 'edit' | 'view'>
const path = 'data/page'

/** Asks what there is to be asked before something is done with a page, and does it. */
export function PageActDialog({
  act,
  row,
  onClose,
}: {
  readonly act: AskedAct
  readonly row: PageRow
  readonly onClose: () => void
}) {
  const intl = useIntl()
  const client = useClient()
  const pages = pagesOf(client)
  const { pages: all } = useReadable(pages.list)
  const { page, copy, versions } = row
  const { name } = page
  const reread = (): Promise<unknown> => Promise.allSettled([pages.fetchPages(), pages.schedules.fetch()])
  if (act === 'schedule')
    return <ScheduleDialog name={name} targets={scheduleTargets(row)} onClose={onClose} />
  if (act === 'share')
    return (
      <PageLinksDialog
        page={page}
        isPublished={row.state === 'published' || row.state === 'changed'}
        onClose={onClose}
      />
    )
  if (act === 'rename')
    return (
      <PageDialog
        title={<FormattedMessage id="pages.act.rename" />}
        confirm={<FormattedMessage id="action.save" />}
        name={name}
        path={page.path}
        own={[page.id]}
        onClose={onClose}
        onSubmit={async ({ name: nameNow, path: pathNow }) => {
          const editor = pages.page(page.id)
          await editor.fetch()
          editor.editPage({ name: nameNow, path: pathNow })
          await editor.save()
          await reread()
          onClose()
        }}
      />
    )
  const below = all.filter(
    ({ id, parent, copietravail }) =>
      parent?.id === page.id && id !== page.id && copietravail?.id !== page.id,
  )
  const isBlocked = act === 'delete' && below.length > 0
  const works: Readonly<Record<Exclude<AskedAct, 'rename' | 'schedule' | 'share'>, () => Promise<unknown>>> =
    {
      publish: async () => {
        const editor = pages.page(copy?.id ?? page.id)
        await editor.fetch()
        await pages.publish(editor.id)
      },
      unpublish: () => workflowsOf(client).take(path, [page.id], 'unpublish'),
      restore: () => workflowsOf(client).take(path, [page.id], 'restore'),
      discard: () => (copy ? client.entities.delete(path, copy.id) : Promise.resolve()),
      delete: () =>
        pages.deleteWithVersions(
          page.id,
          [...(copy ? [copy] : []), ...versions].map(({ id }) => id),
        ),
    }
  const work = async (): Promise<void> => {
    try {
      await works[act]()
    } finally {
      // However far it came.
      await reread()
    }
    notifications.show({ message: intl.formatMessage({ id: `pages.${act}.done` }, { name }) })
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id={`pages.${act}.title`} values={{ name }} />}
      confirm={isBlocked ? null : <FormattedMessage id={`pages.act.${act}`} />}
      isGrave={act === 'delete' || act === 'discard' || act === 'unpublish'}
      work={isBlocked ? undefined : work}
      onClose={onClose}
    >
      {isBlocked ? (
        <FormattedMessage
          id="pages.delete.below"
          values={{ count: below.length, names: intl.formatList(below.slice(0, 5).map((one) => one.name)) }}
        />
      ) : (
        <FormattedMessage
          id={`pages.${act}.text`}
          values={{
            count: versions.length,
            hasCopy: String(copy !== undefined),
            isOpen: String((copy ?? page).public),
            address: page.path === '' ? '–' : page.path,
          }}
        />
      )}
    </ConfirmDialog>
  )
}
