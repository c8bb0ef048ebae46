import { savedSearchesOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PeoplePicker, type PickedPerson } from '../../components/people-picker/people-picker.tsx'
import { errorText } from '../../translations/error-text.ts'
import type { TextId } from '../../translations/translations.tsx'
import classes from './searches.module.css'

interface SearchDialogProps {
  readonly search: SavedSearch
  readonly onClose: () => void
}

/** Names the search and who loses it, then deletes it. */
export function DeleteSearchDialog({ search, onClose }: SearchDialogProps) {
  const searches = savedSearchesOf(useClient())
  return (
    <ConfirmDialog
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
    <ConfirmDialog
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
    <ConfirmDialog
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

interface ConfirmDialogProps extends SearchDialogProps {
  readonly title: TextId
  readonly text: ReactNode
  readonly confirm: TextId
  readonly done: TextId
  readonly isGrave: boolean
  /** Missing: something is still to be said before. */
  readonly work?: () => Promise<unknown>
}

function ConfirmDialog({
  search: { name },
  title,
  text,
  confirm,
  done,
  isGrave,
  work,
  onClose,
}: ConfirmDialogProps) {
  const intl = useIntl()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const act = async (): Promise<void> => {
    setBusy(true)
    try {
      await work?.()
      notifications.show({ message: intl.formatMessage({ id: done }, { name }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text component="span" inherit lineClamp={3} className={classes.breaks}>
          <FormattedMessage id={title} values={{ name }} />
        </Text>
      }
    >
      <Stack gap="md">
        <div>{text}</div>
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus={isGrave || undefined} onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            {...(isGrave ? { color: 'red.9' } : {})}
            disabled={work === undefined}
            loading={busy}
            onClick={() => void act()}
          >
            <FormattedMessage id={confirm} />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
