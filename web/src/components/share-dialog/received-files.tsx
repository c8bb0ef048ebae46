import type { Share } from '@cartouche/contract'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { BytesText } from '../asset-text/asset-text.tsx'

/** How many files visitors of a link have sent, and the way to the import that they are in. */
export function ReceivedFiles({ share: { name, uploads } }: { readonly share: Share }) {
  if (uploads === null || (uploads.files === 0 && uploads.job === null)) return null
  const { files, sizeBytes, maxFiles, job } = uploads
  return (
    <Text fz="sm">
      <FormattedMessage
        id="shareDialog.uploads.received"
        values={{ count: files, max: maxFiles, size: <BytesText sizeBytes={sizeBytes} /> }}
      />
      {job !== null && (
        <>
          {' · '}
          <Anchor
            inherit
            c="var(--accent-text)"
            underline="always"
            renderRoot={(props) => <Link to="/import" search={{ job: String(job) }} {...props} />}
          >
            <FormattedMessage id="shareDialog.uploads.open" values={{ name }} />
          </Anchor>
        </>
      )}
    </Text>
  )
}
