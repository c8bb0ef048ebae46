import { ActionIcon, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'

/** A text to take along: selected by a click, copied by its button. */
export function CopyField({
  value,
  label,
  copyLabel,
}: {
  readonly value: string
  readonly label: TextId
  readonly copyLabel: TextId
}) {
  const intl = useIntl()
  const clipboard = useClipboard({ timeout: 2000 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <TextInput
      readOnly
      value={value}
      label={<FormattedMessage id={label} />}
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      rightSection={
        <Tooltip
          label={<FormattedMessage id={clipboard.copied ? 'shareDialog.copied' : copyLabel} />}
          opened={clipboard.copied || undefined}
        >
          <ActionIcon
            size={28}
            color={clipboard.copied ? 'green' : 'gray'}
            onClick={() => clipboard.copy(value)}
            aria-label={intl.formatMessage({ id: clipboard.copied ? 'shareDialog.copied' : copyLabel })}
          >
            <Icon size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}
