import type { IconX } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import classes from './upload-action.module.css'

interface UploadActionProps {
  /** A text with `name`. */
  readonly label: TextId
  /** Of the file. */
  readonly name: string
  readonly Icon: typeof IconX
  readonly onClick: () => void
}

/**
 * What can be done with one file of an upload: a button that names the file to screen readers. A plain one:
 * dozens are drawn at each step of the wheel, and a tooltip of its own takes as long as the rest of the row.
 */
export function UploadAction({ label, name, Icon, onClick }: UploadActionProps) {
  const text = useIntl().formatMessage({ id: label }, { name })
  return (
    <button type="button" className={classes.action} onClick={onClick} aria-label={text} title={text}>
      <Icon size={16} stroke={1.7} aria-hidden />
    </button>
  )
}
