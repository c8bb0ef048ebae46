import { savedSearchesOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { PeoplePicker, type PickedPerson } from '../../components/people-picker/people-picker.tsx'
import type { TextId } from '../../translations/texts.ts'

interface SearchDialogProps {
  readonly search: SavedSearch
  readonly onClose: () => void
}

/** Names the search and who loses it, then deletes it. */
export function DeleteSearchDialog({ search, onClose }: SearchDialogProps) {
  const searches = savedSearchesOf(useClient())
  return (
    <SearchConfirm
      search={search}
      title="searches.delete.title"
      confirm="searches.delete.confirm"
      done="searches.deleted"
      isGrave
      onClose={onClose}
      work={() => searches.deleteSearch(search.id)}
      text={<FormattedMessage id="searches.delete.text" values={{ count: search.subscribers.length }} />}
    />
  )
}

/** Says what leaving means, then leaves. */
export function LeaveSearchDialog({ search, onClose }: SearchDialogProps) {
  const searches = savedSearchesOf(useClient())
  return (
    <SearchConfirm
      search={search}
      title="searches.leave.title"
      confirm="searches.leave"
      done="searches.left"
      isGrave
      onClose={onClose}
      work={() => searches.unsubscribe(search.id)}
      text={<FormattedMessage id="searches.leave.text" values={{ owner: search.owner.name }} />}
    />
  )
}

/** Asks whose the search shall be, and gives it away. */
export function TransferSearchDialog({ search, onClose }: SearchDialogProps) {
  const searches = savedSearchesOf(useClient())
  const [people, setPeople] = useState<readonly PickedPerson[]>([])
  const [owner] = people
  return (
    <SearchConfirm
      search={search}
      title="searches.transfer.title"
      confirm="searches.transfer.confirm"
      done="searches.transferred"
      isGrave={false}
      onClose={onClose}
      {...(owner ? { work: () => searches.transferSearch(search.id, owner.id) } : {})}
      text={
        <>
          <PeoplePicker
            label={<FormattedMessage id="searches.transfer.owner" />}
            value={people}
            onChange={setPeople}
            without={[search.owner.id]}
            max={1}
          />
          <Text mt="sm">
            <FormattedMessage id="searches.transfer.text" />
          </Text>
        </>
      }
    />
  )
}

interface SearchConfirmProps extends SearchDialogProps {
  readonly title: TextId
  readonly text: ReactNode
  readonly confirm: TextId
  readonly done: TextId
  readonly isGrave: boolean
  /** Missing: something is still to be said before. */
  readonly work?: () => Promise<unknown>
}

/** Names the search, does it, and says that it was done. */
function SearchConfirm({
  search: { name },
  title,
  text,
  confirm,
  done,
  isGrave,
  work,
  onClose,
}: SearchConfirmProps) {
  const intl = useIntl()
  const act = async (): Promise<void> => {
    await work?.()
    notifications.show({ message: intl.formatMessage({ id: done }, { name }) })
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id={title} values={{ name }} />}
      confirm={<FormattedMessage id={confirm} />}
      isGrave={isGrave}
      work={work && act}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}
