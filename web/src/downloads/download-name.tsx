import { Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { nameText, type NamedPart } from './part-names.ts'
import classes from './downloads.module.css'

/** The name of a download in one line, and which part of it this is, which is never cut. */
export function DownloadName({ name, part }: { readonly name: string; readonly part: NamedPart | null }) {
  const shown = nameText(useIntl(), name, part)
  return (
    <Text fw={550} className={part ? classes.part : classes.name} title={shown}>
      {part ? (
        <FormattedMessage
          id="downloads.partName"
          values={{ ...part, name: <span className={classes.name}>{part.whole}</span> }}
        />
      ) : (
        shown
      )}
    </Text>
  )
}
