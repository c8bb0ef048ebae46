import type { Share } from '@cartouche/contract'
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSay } from '../spoken/spoken.ts'
import { CopyField } from './copy-field.tsx'
import classes from './share-dialog.module.css'

/** The link that was made, with its password: the only time that it is seen. */
export function CreatedLink({
  share,
  copies = false,
  at,
  onAnother,
  children,
  onClose,
}: {
  readonly share: Pick<Share, 'url' | 'password' | 'sentTo'>
  /** Copies the link at once, where the browser lets it. */
  readonly copies?: boolean
  /** The page of a document that visitors may be shown first. */
  readonly at?: { readonly asset: number; readonly page: number } | undefined
  /** Missing: no other one is offered. */
  readonly onAnother?: (() => void) | undefined
  /** What else can be done with it, before the button that ends the dialog. */
  readonly children?: ReactNode
  readonly onClose: () => void
}) {
  const [isCopied, setCopied] = useState(false)
  const [opensThere, setOpensThere] = useState(true)
  const done = useRef<HTMLButtonElement>(null)
  const title = useIntl().formatMessage({
    id: isCopied ? 'shareDialog.createdAndCopied' : 'shareDialog.created',
  })
  useSay(title)
  // The button that made it is gone, and the focus with it.
  useEffect(() => done.current?.focus(), [])
  const url = at && opensThere ? `${share.url}?asset=${at.asset}&page=${at.page}` : share.url
  useEffect(() => {
    // Without a right to the clipboard the button below is left.
    if (copies)
      void copyText(url).then(
        () => setCopied(true),
        () => undefined,
      )
  }, [copies, url])
  return (
    <Stack gap="md">
      <Alert
        color="green"
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
        icon={<IconCircleCheck size={20} stroke={1.7} aria-hidden />}
        title={title}
      >
        {share.sentTo !== undefined && (
          <Text fz="sm">
            <FormattedMessage id="shareDialog.sentTo" values={{ count: share.sentTo }} />
          </Text>
        )}
        {share.password !== undefined && <FormattedMessage id="shareDialog.created.password" />}
      </Alert>
      <CopyField value={url} label="shareDialog.link" copyLabel="shareDialog.copy" />
      {at && (
        <Checkbox
          label={<FormattedMessage id="shareDialog.atPage" values={{ page: at.page }} />}
          checked={opensThere}
          onChange={({ currentTarget }) => setOpensThere(currentTarget.checked)}
        />
      )}
      {share.password !== undefined && (
        <CopyField
          value={share.password}
          label="shareDialog.password.label"
          copyLabel="shareDialog.copyPassword"
        />
      )}
      <Group justify="flex-end" gap="sm" className={classes.ends}>
        {children}
        {onAnother && (
          <Button variant="default" onClick={onAnother}>
            <FormattedMessage id="shareDialog.another" />
          </Button>
        )}
        <Button ref={done} onClick={onClose}>
          <FormattedMessage id="shareDialog.done" />
        </Button>
      </Group>
    </Stack>
  )
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
