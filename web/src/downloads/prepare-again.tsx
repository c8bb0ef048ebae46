import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'

/** Prepares a download of which something was withdrawn once more, with what is still there. */
export function PrepareAgain({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  const intl = useIntl()
  return (
    <Button
      size="compact-sm"
      leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden />}
      onClick={onClick}
      aria-label={intl.formatMessage({ id: 'downloads.prepareAgainNamed' }, { name })}
    >
      <FormattedMessage id="downloads.prepareAgain" />
    </Button>
  )
}
