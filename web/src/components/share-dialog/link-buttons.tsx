import { ActionIcon, Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconLinkOff } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { takeFocusOfList } from './take-focus-of-list.ts'

/** Copies a link that stands in a list. `isFirst`: a dialog that opens at the list begins here. */
export function CopyLink({ url, isFirst = false }: { readonly url: string; readonly isFirst?: boolean }) {
  const intl = useIntl()
  const clipboard = useClipboard({ timeout: 2000 })
  const label = intl.formatMessage({ id: clipboard.copied ? 'shareDialog.copied' : 'shareDialog.copy' })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Tooltip label={label}>
      <ActionIcon
        ref={isFirst ? takeFocusOfList : undefined}
        data-autofocus={isFirst || undefined}
        size={32}
        color={clipboard.copied ? 'green' : 'gray'}
        onClick={() => clipboard.copy(url)}
        aria-label={label}
      >
        <Icon size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

interface RevokeLinkProps {
  /** A text with the name of what is revoked, for screen readers. */
  readonly label: string
  /** What it means, shown where the pointer rests. */
  readonly hint?: TextId
  readonly busy: boolean
  readonly onClick: () => void
}

/** Ends a link or an embed that stands in a list. */
export function RevokeLink({ label, hint, busy, onClick }: RevokeLinkProps) {
  const button = (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      loading={busy}
      leftSection={<IconLinkOff size={15} stroke={1.7} aria-hidden />}
      onClick={onClick}
      aria-label={label}
    >
      <FormattedMessage id="shareDialog.revoke" />
    </Button>
  )
  if (hint === undefined) return button
  return (
    <Tooltip label={<FormattedMessage id={hint} />} multiline maw={260}>
      {button}
    </Tooltip>
  )
}
