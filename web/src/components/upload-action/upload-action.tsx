import { ActionIcon, Tooltip } from '@mantine/core'
import type { IconX } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { TextId } from '../../translations/translations.tsx'

interface UploadActionProps {
  /** A text with `name`. */
  readonly label: TextId
  /** Of the file. */
  readonly name: string
  readonly Icon: typeof IconX
  readonly onClick: () => void
}

/** What can be done with one file of an upload: a button that names the file to screen readers. */
export function UploadAction({ label, name, Icon, onClick }: UploadActionProps) {
  const text = useIntl().formatMessage({ id: label }, { name })
  return (
    <Tooltip label={text}>
      <ActionIcon size={28} onClick={onClick} aria-label={text}>
        <Icon size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
