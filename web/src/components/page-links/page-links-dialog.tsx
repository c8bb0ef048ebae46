import type { PageLink } from '@cartouche/contract'
import type { PageRecord } from '@cartouche/client'
import { Alert, Divider, Modal, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { CreatedLink } from '../share-dialog/created-link.tsx'
import { ActivePageLinks } from './active-page-links.tsx'
import { NewPageLinkForm } from './new-page-link-form.tsx'

interface PageLinksDialogProps {
  readonly page: Pick<PageRecord, 'id' | 'name' | 'public'>
  /** Whether readers find it at present. */
  readonly isPublished: boolean
  readonly onClose: () => void
}

/** Links to a page for people without an account: makes one, lists and revokes the active ones. */
export function PageLinksDialog({ page, isPublished, onClose }: PageLinksDialogProps) {
  useReturnFocus()
  const [created, setCreated] = useState<PageLink | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={
        <Text component="span" inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage id="pageLinks.title" values={{ name: page.name }} />
        </Text>
      }
    >
      {page.public && isPublished && (
        <Alert color="blue" mb="md">
          <FormattedMessage id="pageLinks.isOpen" />
        </Alert>
      )}
      {!isPublished && (
        <Alert color="yellow" mb="md">
          <FormattedMessage id="pageLinks.unpublished" />
        </Alert>
      )}
      {created === null ? (
        <NewPageLinkForm pageId={page.id} onCreated={setCreated} />
      ) : (
        <CreatedLink share={created} onAnother={() => setCreated(null)} onClose={onClose} />
      )}
      <Divider my="lg" />
      <Title order={3} mb="sm">
        <FormattedMessage id="shareDialog.living" />
      </Title>
      <ActivePageLinks
        pageId={page.id}
        onRevoked={(id) => {
          if (id === created?.id) setCreated(null)
        }}
      />
    </Modal>
  )
}
