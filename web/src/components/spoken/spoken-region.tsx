import { VisuallyHidden } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { selectedId, useSpoken } from './spoken.ts'

/** Where screen readers hear of what happens away from the focus; once in the application. */
export function SpokenRegion() {
  return (
    <>
      <VisuallyHidden component="output">{useSpoken()}</VisuallyHidden>
      <span id={selectedId} hidden>
        <FormattedMessage id="asset.selected" />
      </span>
    </>
  )
}
