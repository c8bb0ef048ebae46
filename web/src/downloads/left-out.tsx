import type { ArchiveEstimate } from '@cartouche/contract'
import { Spoiler, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import classes from './downloads.module.css'

/** What an archive will not hold, and why: said before it is built. */
export function LeftOut({ leftOut }: { readonly leftOut: NonNullable<ArchiveEstimate['leftOut']> }) {
  const named = leftOut.items.length
  return (
    <div>
      <Text fz="sm">
        <FormattedMessage id="downloads.leftOut" values={{ count: leftOut.count }} />
      </Text>
      <Spoiler
        maxHeight={64}
        showLabel={<FormattedMessage id="downloads.leftOut.show" />}
        hideLabel={<FormattedMessage id="downloads.leftOut.hide" />}
      >
        <ul className={classes.leftOut}>
          {leftOut.items.map(({ type, id, name, code }) => (
            <li key={`${type}/${id}`}>
              {name === '' ? `#${id}` : name}: <FormattedMessage id={`downloads.leftOut.${code}`} />
            </li>
          ))}
          {leftOut.count > named && (
            <li>
              <FormattedMessage id="downloads.leftOut.more" values={{ count: leftOut.count - named }} />
            </li>
          )}
        </ul>
      </Spoiler>
    </div>
  )
}
