import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import classes from './page-editor.module.css'

interface IconToolProps {
  readonly icon: Icon
  readonly label: TextId
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** A tool of the editor that is an icon with a name. */
export function IconTool({ icon: ToolIcon, label, disabled = false, onClick }: IconToolProps) {
  const text = useIntl().formatMessage({ id: label })
  return (
    <Tooltip label={text}>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={text}
        // It keeps the focus after a press: another one may be possible again.
        aria-disabled={disabled}
        data-disabled={disabled || undefined}
        onClick={() => {
          if (!disabled) onClick()
        }}
      >
        <ToolIcon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
