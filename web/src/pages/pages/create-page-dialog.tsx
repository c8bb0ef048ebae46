import { pagesOf, type PageRecord } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useNavigate } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { PageDialog } from '../../components/page-dialogs/page-dialog.tsx'

/** Makes a page and opens it to be edited. */
export function CreatePageDialog({
  parents,
  onClose,
}: {
  readonly parents: readonly PageRecord[]
  readonly onClose: () => void
}) {
  const client = useClient()
  const navigate = useNavigate()
  return (
    <PageDialog
      title={<FormattedMessage id="pages.create" />}
      confirm={<FormattedMessage id="pages.create" />}
      parents={parents}
      onClose={onClose}
      onSubmit={async ({ name, path, parent }) => {
        const made = await client.entities.create('data/page', {
          name,
          path,
          ...(parent === undefined ? {} : { parent }),
        })
        void pagesOf(client)
          .fetchPages()
          .catch(() => undefined)
        onClose()
        if (made) await navigate({ to: '/pages/$pageId', params: { pageId: String(made.id) } })
      }}
    />
  )
}
