import { Button, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { ErrorViewOf } from '../error-view/error-view.tsx'

/** An asset that is not there, or not for this person, or could not be read. */
export function AssetMissing({ error, onClose }: { readonly error: unknown; readonly onClose: () => void }) {
  if (error !== null) return <ErrorViewOf error={error} onRetry={onClose} />
  return (
    <Stack align="center" justify="center" h="100%" p="xl" ta="center" role="alert">
      <Text>
        <FormattedMessage id="asset.notFound" />
      </Text>
      <Button variant="default" onClick={onClose}>
        <FormattedMessage id="action.close" />
      </Button>
    </Stack>
  )
}
