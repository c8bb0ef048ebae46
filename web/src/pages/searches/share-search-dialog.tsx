import { savedSearchesOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useCan, useClient } from '@cartouche/react'
import { ActionIcon, Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { PeoplePicker, type PickedPerson } from '../../components/people-picker/people-picker.tsx'
import { CopyField } from '../../components/share-dialog/copy-field.tsx'
import { errorText } from '../../translations/error-text.ts'
import classes from './searches.module.css'

/** Who has a search: people are added and taken away here, its link is copied. */
export function ShareSearchDialog({
  search,
  onClose,
}: {
  readonly search: SavedSearch
  readonly onClose: () => void
}) {
  useReturnFocus()
  const intl = useIntl()
  const searches = savedSearchesOf(useClient())
  const seesPeople = useCan('user/view')
  const [people, setPeople] = useState<readonly PickedPerson[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const path = `/searches/${search.id}`
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(null)
    setBusy(true)
    await work().catch(setFailure)
    setBusy(false)
  }
  const share = (event: FormEvent): void => {
    event.preventDefault()
    if (people.length > 0) {
      void attempt(async () => {
        await searches.shareSearch(
          search.id,
          people.map(({ id }) => id),
          path,
        )
        setPeople([])
      })
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text component="span" inherit lineClamp={3} className={classes.breaks}>
          <FormattedMessage id="searches.share.title" values={{ name: search.name }} />
        </Text>
      }
    >
      <Stack gap="md">
        {seesPeople ? (
          <form onSubmit={share}>
            <Stack gap="sm">
              <PeoplePicker
                label={<FormattedMessage id="searches.share.people" />}
                value={people}
                onChange={setPeople}
                without={[search.owner.id, ...search.subscribers.map(({ id }) => id)]}
              />
              <Button
                type="submit"
                disabled={people.length === 0}
                loading={busy}
                style={{ alignSelf: 'flex-end' }}
              >
                <FormattedMessage id="searches.share" />
              </Button>
            </Stack>
          </form>
        ) : (
          <Text>
            <FormattedMessage id="searches.share.nobody" />
          </Text>
        )}
        <section>
          <Text fw={600} mb={4} id="search-has">
            <FormattedMessage id="searches.share.has" values={{ count: search.subscribers.length }} />
          </Text>
          <ul className={classes.people} aria-labelledby="search-has">
            {search.subscribers.map(({ id, name }) => (
              <li key={id}>
                <Text truncate>{name}</Text>
                <ActionIcon
                  color="gray"
                  onClick={() => void attempt(() => searches.removeCollaborators(search.id, [id]))}
                  aria-label={intl.formatMessage({ id: 'searches.revoke' }, { name })}
                >
                  <IconX size={16} stroke={1.8} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </section>
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <CopyField
          value={`${window.location.origin}${path}`}
          label="searches.link"
          copyLabel="searches.link.copy"
        />
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="searches.share.rights" />
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
