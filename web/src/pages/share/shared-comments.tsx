import type { Asset } from '@cartouche/contract'
import { sharedCommentsOf } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetComments } from '../../components/comments/asset-comments.tsx'
import { errorText } from '../../translations/error-text.ts'
import { checkedWho, nobody, WhoFields } from './who-fields.tsx'
import classes from './share.module.css'

/** The comments of this share on an asset; a visitor is asked once who they are. */
export function SharedComments({ shareId, asset }: { readonly shareId: string; readonly asset: Asset }) {
  const comments = sharedCommentsOf(useClient())
  const known = useKey(comments, shareId)
  const [isNew, setNew] = useState(false)
  return (
    <aside className={classes.comments}>
      <AssetComments
        asset={asset}
        takesFocus={isNew}
        before={known === null && <VisitorForm shareId={shareId} onKnown={() => setNew(true)} />}
      />
      {known !== null && (
        <Group gap={6} className={classes.commentsAs}>
          <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <FormattedMessage id="visit.who.as" values={{ name: known.name }} />
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => comments.forgetVisitor(shareId)}
          >
            <FormattedMessage id="visit.who.change" />
          </Button>
        </Group>
      )}
    </aside>
  )
}

/** Asks a visitor who they are. */
function VisitorForm({ shareId, onKnown }: { readonly shareId: string; readonly onKnown: () => void }) {
  const intl = useIntl()
  const comments = sharedCommentsOf(useClient())
  const [who, setWho] = useState(nobody)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    const checked = checkedWho(who)
    if (checked === null) return
    setBusy(true)
    setFailure(null)
    try {
      await comments.introduce(shareId, checked)
      onKnown()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label={intl.formatMessage({ id: 'visit.who.title' })}
    >
      <Stack gap="xs">
        <Text fw={600} fz="sm">
          <FormattedMessage id="visit.who.title" />
        </Text>
        <WhoFields who={who} onChange={setWho} isTried={isTried} />
        <Text fz="xs" c="dimmed">
          <FormattedMessage id="visit.who.text" />
        </Text>
        {failure !== null && (
          <Text c="red" fz="xs" role="alert">
            {errorText(intl, failure)}
          </Text>
        )}
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-end' }}>
          <FormattedMessage id="visit.who.continue" />
        </Button>
      </Stack>
    </form>
  )
}
