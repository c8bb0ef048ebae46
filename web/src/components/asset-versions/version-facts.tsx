import type { AssetVersion } from '@cartouche/client'
import { Text } from '@mantine/core'
import { FormattedDate, FormattedMessage } from 'react-intl'

/** Which version this is, who brought it, when, and why. */
export function VersionFacts({ version }: { readonly version: AssetVersion }) {
  const { number, by, at, note, restoredFrom } = version
  return (
    <>
      <Text component="span" inherit fw={550}>
        <FormattedMessage id="version.number" values={{ number }} />
      </Text>
      {by && ` · ${by.name}`}
      {at !== null && (
        <>
          {' · '}
          <FormattedDate value={at} dateStyle="medium" timeStyle="short" />
        </>
      )}
      {restoredFrom !== null && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="version.restoredFrom" values={{ number: restoredFrom }} />
        </Text>
      )}
      {note !== '' && (
        <Text fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {note}
        </Text>
      )}
    </>
  )
}
