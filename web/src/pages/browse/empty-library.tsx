import { useCan } from '@cartouche/react'
import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'

/** A library without an asset that this person may see, with what to do next. */
export function EmptyLibrary() {
  const canImport = useCan('massimportjob/create')
  return (
    <Stack align="center" gap="sm">
      <Text>
        <FormattedMessage id={canImport ? 'home.recent.empty' : 'home.recent.emptyViewer'} />
      </Text>
      {canImport && (
        <Button component={Link} to="/import">
          <FormattedMessage id="home.recent.import" />
        </Button>
      )}
    </Stack>
  )
}
